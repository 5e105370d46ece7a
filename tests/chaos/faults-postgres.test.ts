import { describeFaults } from './describe-faults'

/** Few, since the engines differ in how a page is booked and not in what befalls it; `npm run test:faults` asks for 200. */
describeFaults('postgres', Number(process.env.FAULT_RUNS ?? 12))
