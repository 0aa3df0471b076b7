// <flick-pager>: its children are the pages of a Pager. A page may contain elements of the other axis.
import { Pager } from '../pager.js'
import { flag, reflect, stated } from './attributes.js'
import { RowElement } from './row.js'

export class FlickPager extends RowElement {
  static tag = 'flick-pager'
  static making = ['is-looping', 'extent', 'max-steps']
  static roleDescriptions = ['pager', 'page']

  make(options) {
    this.collect()
    const { count, axis, isLooping, extent, maxSteps } = this
    return new Pager({ ...options, count, size: 1, ...this.sizes, axis, isLooping, ...stated({ extent, maxSteps }) })
  }

  strideOf({ size }) { return size }

  partSize(size) {
    this.lay(size)
    return { size }
  }
}

reflect(FlickPager, { isLooping: flag })
