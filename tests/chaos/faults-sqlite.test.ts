import { describeFaults } from './describe-faults'

/** `npm run test:long -- faults` sets 200. */
describeFaults('sqlite', Number(process.env.FAULT_RUNS ?? 2))
