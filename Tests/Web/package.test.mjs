// The npm package, packed and installed without a network.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = path => readFileSync(join(root, path), 'utf8')
const manifest = JSON.parse(read('Sources/Web/package.json'))
/** The paths that pages import the package by. */
const paths = Object.keys(manifest.exports).filter(path => path !== './package.json')

const isThere = program => spawnSync(program, ['--version']).status === 0
/** Why a test of this program is skipped; false if it runs, also in CI, which needs every program. */
const skip = (program, cure) => !process.env.CI && !isThere(program) && `there is no ${program}: ${cure}`

/** Why the test of a way to look for types is skipped; `bundler` came with TypeScript 5. */
function skipTypes(resolution) {
  const isMissing = skip('tsc', '`make lint` installs it')
  if (isMissing || resolution !== 'bundler') return isMissing
  const [version] = execFileSync('tsc', ['--version'], { encoding: 'utf8' }).match(/\d+/)
  return version < 5 && `tsc ${version} does not know bundler`
}

test('The package has the version of flickd', () => {
  const [, version] = read('Sources/FlickProtocol/Limits.swift').match(/^public let flickdVersion = "(.*)"$/m)
  assert.equal(manifest.version, version)
})

describe('The packed package', { skip: skip('npm', 'install it with `packaging/deps.sh npm`') }, () => {
  let folder, files
  const run = (program, ...words) => execFileSync(program, words, { cwd: folder, encoding: 'utf8' })
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'flick-package-'))
    const file = execFileSync(join(root, 'packaging/npm.sh'), [folder], { encoding: 'utf8' }).trim()
    files = run('tar', '-tzf', file).trim().split('\n')
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
    run('npm', 'install', '--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache'), file)
  })
  after(() => rmSync(folder, { recursive: true }))

  test('contains the modules, their types and the licence, and nothing of the gallery and its design', () => {
    const names = readdirSync(join(root, 'Sources/Web'), { recursive: true })
      .filter(name => /\.(js|d\.ts|json)$/.test(name) && !/^(gallery|design|replay|studio)\//.test(name))
    assert.deepEqual(files.sort(), ['LICENSE', ...names].map(name => `package/${name}`).sort())
    assert.equal(readFileSync(join(folder, 'node_modules/flickd/LICENSE'), 'utf8'), read('LICENSE'))
  })

  test('is imported by name, without a document and without output', async () => {
    for (const path of paths) {
      const name = `flickd${path.slice(1)}`
      writeFileSync(join(folder, 'names.mjs'), `import * as all from '${name}'\nconsole.log(Object.keys(all).join())\n`)
      const own = await import(new URL(`../../Sources/Web/${manifest.exports[path].default}`, import.meta.url))
      assert.equal(run(process.execPath, 'names.mjs').trim(), Object.keys(own).join(), name)
    }
  })

  const needsBundler = { skip: skip('esbuild', 'install it with `packaging/deps.sh browser`') }
  test('weighs at most 40 kB after a bundler, and one interaction 8 kB', needsBundler, () => {
    const weigh = code => gzipSync(execFileSync('esbuild', ['--bundle', '--format=esm', '--minify'], {
      cwd: folder, input: code,
    }), { level: 9 }).length
    const all = weigh(paths.map(path => `export * from 'flickd${path.slice(1)}'\n`).join(''))
    const one = weigh("export { CardCarousel } from 'flickd'\n")
    assert.ok(all <= 40_000 && one <= 8_000, `everything: ${all} bytes; CardCarousel: ${one} bytes`)
  })

  /** The ways to look for a package that this version of TypeScript knows, with the module format of each. */
  const resolutions = [['node', 'es2022'], ['node16', 'node16'], ['bundler', 'es2022']]
  for (const [resolution, format] of resolutions) {
    test(`has strict types that TypeScript finds with moduleResolution ${resolution}`, { skip: skipTypes(resolution) }, () => {
      const imports = paths.map((path, index) => `import * as all${index} from 'flickd${path.slice(1)}'`)
      writeFileSync(join(folder, 'page.ts'), `${imports.join('\n')}
import { connect, type Flick, type ZoneHandle } from 'flickd'
import { defineElements } from 'flickd/elements'
export const flick: Flick = defineElements(connect('ws://127.0.0.1:7272/', { token: 'a-token' }))
const zone: ZoneHandle = flick.zone(document.body, { name: 'cards', axis: 'x', snapPoints: [0, -296] }, swipe => {
  if (swipe.phase === 'end') zone.update(swipe.snap?.offset ?? 0)
  // @ts-expect-error: a swipe outside of snap points has none
  console.log(swipe.snap.index)
})
document.createElement('flick-carousel').addEventListener('change', ({ detail }) => console.log(detail.index.toFixed()))
// @ts-expect-error: a token is text
connect('ws://127.0.0.1:7272/', { token: 1 })
console.log(${paths.map((_, index) => `all${index}`).join()})
`)
      const options = `--noEmit --strict --exactOptionalPropertyTypes --target es2022 --lib es2022,dom --module ${format}`
      run('tsc', ...options.split(' '), '--moduleResolution', resolution, 'page.ts')
    })
  }

  test('has the same entry and types for tools that do not know exports', () => {
    assert.equal(manifest.main, manifest.exports['.'].default)
    assert.equal(manifest.types, manifest.exports['.'].types)
    for (const path of paths.filter(path => path !== '.')) {
      assert.deepEqual(manifest.typesVersions['*'][path.slice(2)], [manifest.exports[path].types])
    }
  })
})
