// Loads the show after the first paint: more than seventy modules at once would compete with the style sheets and the
// painting.

/** The style sheets of what the first paint does not show: the dialogs and the ghost. */
const later = ['compare.css', '../design/slider.css', '../replay/bars.css', 'slow/slow.css', 'haunt.css']

const styled = href => new Promise(done => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: done, onerror: done })
  document.head.append(link)
})

let isBegun = false
async function begin() {
  if (isBegun) return
  isBegun = true
  await Promise.all(later.map(styled))
  await import('./show.js')
}

new PerformanceObserver(begin).observe({ type: 'paint', buffered: true })
// A hidden page does not paint.
setTimeout(begin, 500)
