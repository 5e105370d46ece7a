import { describeFaults } from './describe-faults'

/** `npm run test:long -- faults` asks for 200. */
describeFaults('sqlite', Number(process.env.FAULT_RUNS ?? 2))
