// The gallery in Chromium with the real flickd, bridge and page. `make test ONLY=browser` builds what it
// needs.
import { runSuites } from './suites.mjs'

await runSuites('The gallery in a browser', [
  'decisions', 'pointers', 'feel', 'levels', 'invitation', 'one-command', 'lifecycle', 'keys',
  'show', 'show-looks', 'show-compare', 'show-slow', 'show-attract', 'show-frames', 'cost', 'every-page',
])
