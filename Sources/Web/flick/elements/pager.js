// <flick-pager>: its children are the pages of a Pager. A page may contain elements of the other axis.
import { Pager } from '../pager.js'
import { flag, reflect, stated } from './attributes.js'
import { RowElement } from './row.js'

/**
 * Its children are pages of its own size. A page may contain an element of the other axis.
 * @extends {RowElement<Pager>}
 */
export class FlickPager extends RowElement {
  /** @readonly @type {string} */
  static tag = 'flick-pager'
  /** @protected */
  static making = ['is-looping', 'extent', 'max-steps']
  /** @protected */
  static roleDescriptions = ['pager', 'page']

  /** @protected */
  make(options) {
    this.collect()
    const { count, axis, isLooping, extent, maxSteps } = this
    return new Pager({ ...options, count, size: 1, ...this.sizes, axis, isLooping, ...stated({ extent, maxSteps }) })
  }

  /** @protected */
  strideOf({ size }) { return size }

  /** @protected */
  partSize(size) {
    this.lay(size)
    return { size }
  }
}

reflect(FlickPager, { isLooping: flag })
