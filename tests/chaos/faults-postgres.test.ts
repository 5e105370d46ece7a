import { describe } from 'vitest'
import { describeFaults } from './describe-faults'

// `npm run test:long -- faults` sets 200. Faults differ only in the answers, which are read before any engine
// is involved, so the short form runs on SQLite only.
const RUNS = Number(process.env.FAULT_RUNS ?? 0)
describe.runIf(RUNS > 0)('long', () => describeFaults('postgres', RUNS))
