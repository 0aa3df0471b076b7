/** A link that saves a report: its address contains the page, so saving needs no connection. */
export class ReportLink {
  #url = null

  /** Hides the link until a report is there. */
  constructor(link) {
    this.link = link
    link.hidden = true
  }

  /** Offers the page of a report instead of the former one; null for none. */
  offer(page) {
    if (this.#url) URL.revokeObjectURL(this.#url)
    this.#url = page === null ? null : URL.createObjectURL(new Blob([page], { type: 'text/html' }))
    this.link.hidden = this.#url === null
    if (this.#url) this.link.href = this.#url
    else this.link.removeAttribute('href')
  }
}
