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
    const row = stated(this, 'count', 'axis', 'isLooping', 'extent', 'maxSteps')
    return new Pager({ ...options, size: 1, ...row, ...this.sizes })
  }

  /** @protected */
  strideOf({ size }) { return size }

  /** @protected */
  partSize(size) {
    this.setSizes(size)
    return { size }
  }
}

reflect(FlickPager, { isLooping: flag })
