import { describeFaults } from './describe-faults'

/** `npm run test:faults` asks for 200. */
describeFaults('postgres', Number(process.env.FAULT_RUNS ?? 2))
