// <flick-carousel>: its children are the cards of a CardCarousel.
import { CardCarousel } from '../row.js'
import { flag, number, reflect, stated } from './attributes.js'
import { RowElement } from './row.js'

/**
 * Its children are the cards of a CardCarousel.
 * @extends {RowElement<CardCarousel>}
 * @property {number | undefined} width The size of a card along the axis, in px; the default fills the carousel with
 *   `perView` cards.
 * @property {number} spacing The default is 16.
 */
export class FlickCarousel extends RowElement {
  /** @readonly @type {string} */
  static tag = 'flick-carousel'
  /** @protected */
  static making = ['is-free', 'is-looping', 'extent', 'max-steps']
  /** @protected */
  static roleDescriptions = ['carousel', 'slide']

  /** @protected */
  make(options) {
    this.collect()
    const row = stated(this, 'count', 'axis', 'isFree', 'isLooping', 'extent', 'maxSteps')
    return new CardCarousel({ ...options, ...row, ...this.sizes })
  }

  /** @protected */
  strideOf({ width, spacing }) { return width + spacing }

  /** @protected */
  partSize(size) {
    const { spacing } = this
    const perView = Math.max(Math.trunc(this.perView), 1)
    const width = this.width ?? (size - (perView - 1) * spacing) / perView
    this.setSizes(width, spacing)
    return { width, spacing, perView }
  }
}

reflect(FlickCarousel, { width: number(), spacing: number(16), perView: number(1), isFree: flag, isLooping: flag })
