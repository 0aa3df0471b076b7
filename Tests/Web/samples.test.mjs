// The samples of the documents, checked by TypeScript as strict JavaScript, against the types of the package.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What the text around the samples defines, and the elements of the page that they look up. */
const SURROUNDINGS = `
declare const token: string
declare function turnThePage(direction: import('flickd').Direction): void
interface ParentNode {
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K]
  querySelector(selectors: string): HTMLElement
}
`

/** The samples of a document that are for pages: JavaScript, and module scripts in HTML; each with its line. */
function samplesOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  const blocks = [...text.matchAll(/^```(?:js|html)\n([\s\S]*?)^```$/gm)].flatMap(({ 0: block, 1: code, index }) => {
    const line = text.slice(0, index).split('\n').length
    if (block.startsWith('```js')) return [{ line, code }]
    return [...code.matchAll(/<script type="module">\n([\s\S]*?)<\/script>/g)].map(([, script]) => ({ line, code: script }))
  })
  return blocks.filter(({ code }) => !/from ['"]node:/.test(code)).map(({ line, code }) => ({
    name: `${path.replaceAll('/', '-')}-${line}.js`,
    // Each sample imports the modules from where the page has them.
    code: code.replaceAll(/'[^']*\/flick\.js'/g, "'flickd'").replaceAll(/'[^']*\/flick-elements\.js'/g, "'flickd/elements'"),
  }))
}

/** What TypeScript finds wrong with samples. */
function check(samples) {
  const folder = mkdtempSync(join(tmpdir(), 'flick-samples-'))
  try {
    mkdirSync(join(folder, 'node_modules'))
    cpSync(join(root, 'Sources/Web'), join(folder, 'node_modules/flickd'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
    writeFileSync(join(folder, 'surroundings.d.ts'), SURROUNDINGS)
    for (const { name, code } of samples) writeFileSync(join(folder, name), `${code}\nexport {}\n`)
    const options = '--noEmit --allowJs --checkJs --strict --target es2022 --module node16 --moduleResolution node16 --lib es2022,dom'
    const files = ['surroundings.d.ts', ...samples.map(({ name }) => name)]
    return spawnSync('tsc', [...options.split(' '), ...files], { cwd: folder, encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const isThere = spawnSync('tsc', ['--version']).status === 0
const skip = !process.env.CI && !isThere && 'there is no tsc: `make lint` installs it'

test('The samples of the documents have no error of types under strict', { skip }, () => {
  const paths = ['README.md', ...readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md')).map(name => `docs/${name}`)]
  const samples = paths.flatMap(samplesOf)
  assert.ok(samples.length >= 10, `only ${samples.length} samples`)
  const wrong = { name: 'wrong.js', code: "import { connect } from 'flickd'\nconnect('ws://127.0.0.1:7272/', { tokn: 'a' })" }
  assert.equal(check(samples), '')
  assert.match(check([wrong]), /^wrong\.js\(2,\d+\): error TS2345: .*tokn/)
})
