// Serves the modules of Sources/Web and pages of a test, at an origin of its own.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const web = new URL('../../../Sources/Web/', import.meta.url)
const TYPES = { js: 'text/javascript', html: 'text/html; charset=utf-8' }

/** Serves `pages`, an object of paths and HTML; returns its address and `close`. */
export async function serve(pages) {
  const server = createServer(({ url }, answer) => {
    const page = pages[url]
    const isScript = /^\/(?!\.)[\w./-]+\.js$/.test(url) && !url.includes('..')
    answer.statusCode = isScript || page !== undefined ? 200 : 404
    answer.setHeader('content-type', isScript ? TYPES.js : TYPES.html)
    answer.end(page ?? (isScript ? readFileSync(new URL(`.${url}`, web)) : ''))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }
}
