// A dialog over the show, which closes after a time without a touch, a key or the wheel.

export class ShowDialog {
  #timer = null

  /** While the dialog is open, the root has the data attribute `mark`; the option `rest` is the time in ms. */
  constructor(dialog, mark, options) {
    Object.assign(this, { dialog, mark, options })
    dialog.querySelector('[value=close]').addEventListener('click', () => this.close())
    // The event comes later: the dialog may be open again.
    dialog.addEventListener('close', () => { if (!this.isOpen) this.#end() })
    for (const name of ['pointerdown', 'keydown', 'wheel']) {
      dialog.addEventListener(name, () => this.wait(), { passive: true })
    }
  }

  get isOpen() { return this.dialog.open }

  close() {
    this.dialog.close()
    this.#end()
  }

  /** Opens the dialog. Zones of the stages below would receive the swipes of flickd, so they are not displayed. */
  show() {
    document.documentElement.dataset[this.mark] = true
    this.dialog.showModal()
    this.wait()
  }

  /** Begins the time until the dialog closes again. */
  wait() {
    clearTimeout(this.#timer)
    if (this.isOpen) this.#timer = setTimeout(() => this.close(), this.options.rest)
  }

  /** Releases what the dialog has shown. */
  clear() {}

  #end() {
    clearTimeout(this.#timer)
    delete document.documentElement.dataset[this.mark]
    this.clear()
  }
}
