// <flick-carousel>: its children are the cards of a CardCarousel.
import { CardCarousel } from '../row.js'
import { flag, number, reflect, stated } from './attributes.js'
import { RowElement } from './row.js'

export class FlickCarousel extends RowElement {
  static tag = 'flick-carousel'
  static making = ['is-free', 'is-looping', 'extent', 'max-steps']
  static roleDescriptions = ['carousel', 'slide']

  make(options) {
    this.collect()
    const { count, axis, isFree, isLooping, extent, maxSteps } = this
    const row = { count, ...this.sizes, axis, isFree, isLooping, ...stated({ extent, maxSteps }) }
    return new CardCarousel({ ...options, ...row })
  }

  strideOf({ width, spacing }) { return width + spacing }

  partSize(size) {
    const { spacing } = this
    const perView = Math.max(Math.trunc(this.perView), 1)
    const width = this.width ?? (size - (perView - 1) * spacing) / perView
    this.lay(width, spacing)
    return { width, spacing, perView }
  }
}

reflect(FlickCarousel, { width: number(), spacing: number(16), perView: number(1), isFree: flag, isLooping: flag })
