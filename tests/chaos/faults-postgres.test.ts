import { describe } from 'vitest'
import { describeFaults } from './describe-faults'

// `npm run test:long -- faults` asks for 200. What differs between faults is read from answers, before any engine: the
// small form is on SQLite alone.
const RUNS = Number(process.env.FAULT_RUNS ?? 0)
describe.runIf(RUNS > 0)('long', () => describeFaults('postgres', RUNS))
