// The custom elements, the modules of the bridge and the pages of the documents in Chromium. `make test ONLY=elements` builds
// what it needs.
import { runSuites } from './suites.mjs'

await runSuites('The elements in a browser', [
  'elements', 'contacts', 'leaving', 'refresh', 'corner', 'cases', 'elements-frames', 'mounts', 'newcomer', 'modules',
  'frameworks', 'readme',
])
