// The page of `flickctl studio` in Chromium: `make test ONLY=studio`.
import { runSuites } from './suites.mjs'

await runSuites('The studio in a browser', ['studio', 'studio-measure', 'studio-tune', 'studio-walk'])
