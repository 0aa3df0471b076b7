// The rooms of the studio on every size: `make test ONLY=walks`.
import { runSuites } from './suites.mjs'

await runSuites('The studio on a touchscreen', ['studio-walk'])
