// Runs the long tests one after another, and continues after a failure. Prints a table at the end. `npm run test:long`
// runs all of them, `npm run test:long -- races kills` some.
import { spawnSync } from 'node:child_process'

interface LongTest {
  readonly run: string
  /** Its size here; an environment variable overrides it. */
  readonly size?: Readonly<Record<string, string>>
  readonly needsBrowser?: boolean
  /** True if it runs only by name. */
  readonly isAsked?: boolean
}

export const LONG_TESTS: Readonly<Record<string, LongTest>> = {
  engines: { run: 'vitest run --project integration', size: { TEST_ENGINES: 'both' } },
  histories: {
    run: 'vitest run --project integration tests/integration/budgets-model.test.ts',
    size: { HISTORIES: '10000', HISTORIES_ON_POSTGRES: '1000' },
  },
  races: {
    run: 'vitest run --project integration tests/integration/budgets-race.test.ts tests/integration/count-race.test.ts',
    size: { ROUNDS: '1000', COUNT_ROUNDS: '334' },
  },
  changes: {
    run: 'vitest run --project integration tests/integration/changed-meanwhile.test.ts tests/integration/actions-at-once.test.ts',
    size: { CHANGES_MS: '30000', ACTIONS_AT_ONCE: '1' },
  },
  subjects: {
    run: 'vitest run --project integration tests/integration/many-subjects.test.ts',
    size: { SUBJECTS: '100' },
  },
  faults: { run: 'vitest run --project chaos tests/chaos/faults', size: { FAULT_RUNS: '200' } },
  storage: { run: 'vitest run --project chaos tests/chaos/storage.test.ts', size: { STORAGE_ROUNDS: '10' } },
  kills: { run: 'vitest run --project chaos tests/chaos/kill.test.ts', size: { KILLS: '500' } },
  'sign-ins': { run: 'vitest run --project chaos tests/chaos/sign-ins.test.ts', size: { TRIES: '10000' } },
  rewraps: { run: 'vitest run --project chaos tests/chaos/rewrap.test.ts', size: { REWRAP_KILLS: '100' } },
  reads: {
    run: 'vitest run --project integration tests/integration/read-threads.test.ts',
    size: { READ_ROUNDS: '10000' },
  },
  exports: {
    run: 'vitest run --project chaos tests/chaos/exports.test.ts',
    size: { EXPORT_ITEMS: '100000' },
  },
  month: {
    run: 'vitest run --project integration tests/integration/month.test.ts',
    size: { DAYS: '30', TEST_ENGINES: 'both' },
  },
  months: {
    run: 'vitest run --project integration tests/integration/months.test.ts',
    size: { MONTHS: '100', TEST_ENGINES: 'both' },
  },
  closed: {
    run: 'vitest run --project integration tests/integration/closed-months.test.ts --testTimeout 900000',
    size: { CLOSED_HISTORIES: '100' },
  },
  days: {
    run: 'vitest run --project integration tests/integration/days.test.ts',
    size: { DAY_HISTORIES: '500' },
  },
  details: {
    run: 'vitest run --project integration tests/integration/deleted-calls.test.ts tests/integration/deleted-calls-zones.test.ts --testTimeout 900000',
    size: { DETAIL_HISTORIES: '60' },
  },
  memories: {
    run: 'vitest run --project integration tests/integration/memories.test.ts',
    size: { LIVES: '60', TEST_ENGINES: 'both' },
  },
  tabs: {
    run: 'vitest run --project integration tests/integration/lost-answers.test.ts tests/integration/runs-moved.test.ts',
    size: { TAB_HISTORIES: '60' },
  },
  items: {
    run: 'vitest run --project integration tests/integration/search-items.test.ts',
    size: { ITEM_HISTORIES: '200', EMPTY_RUNS: '1200' },
  },
  fuzz: {
    run: 'vitest run --project integration tests/integration/fuzz.test.ts',
    size: { FUZZ_INPUTS: '50000', TEST_ENGINES: 'both' },
  },
  'api-fuzz': {
    run: 'vitest run --project integration tests/integration/api-fuzz.test.ts',
    size: { API_FUZZ_INPUTS: '25000', TEST_ENGINES: 'both' },
  },
  gateway: {
    run: 'vitest run --project integration tests/integration/gateway-contract.test.ts tests/integration/gateway-schedules.test.ts tests/integration/gateway-instances.test.ts',
    size: { GATEWAY: 'all', GATEWAY_SCHEDULES: '200', TEST_ENGINES: 'both' },
  },
  limiters: {
    run: 'vitest run --project contract tests/contract/limiters.test.ts',
    size: { LIMITERS: 'all' },
  },
  services: {
    run: 'vitest run --project integration tests/integration/services-paid.test.ts',
    size: { SERVICE_ITEMS: '20000', TEST_ENGINES: 'both' },
  },
  windows: {
    run: 'vitest run --project unit tests/unit/upstream/pacing/windows.test.ts --testTimeout 60000',
    size: { WINDOW_CALLS: '2000' },
  },
  hindsight: {
    run: 'vitest run --project unit tests/unit/money/forecast/hindsight.test.ts',
    size: { HINDSIGHT: '200' },
  },
  times: {
    run: 'vitest run --project unit tests/unit/collect/schedules/times.test.ts',
    size: { DRAWS: '1000' },
  },
  tallies: {
    run: 'vitest run --project integration tests/integration/audit-chain.test.ts',
    size: { AUDIT_TRIES: '3000' },
  },
  pages: {
    run: 'playwright test long/ alone/named-service alone/sandbox shared/shifts shared/usage',
    size: { LOOKS: 'all' },
    needsBrowser: true,
  },
  shots: {
    run: 'playwright test long/every-page',
    size: { SHOTS: 'shots' },
    needsBrowser: true,
    isAsked: true,
  },
  mutation: { run: 'stryker run' },
  coverage: {
    run: 'vitest run --coverage --project unit --project integration --project contract',
    isAsked: true,
  },
  nodes: { run: 'node lib/server/build/test-nodes.mjs' },
  image: { run: 'vitest run --project chaos tests/chaos/image.test.ts', size: { IMAGE: '1' } },
}

function run([name, { run: command, size = {}, needsBrowser = false }]: readonly [string, LongTest]) {
  console.log(`\n== ${name}`)
  const begun = performance.now()
  const steps = needsBrowser ? ['tsx lib/server/build/find-chromium.ts', command] : [command]
  const failed = steps.find((step) => !isDone(step, { ...size, ...process.env }))
  return { name, end: failed ? 'failed' : 'passed', seconds: (performance.now() - begun) / 1000 }
}

function isDone(step: string, env: NodeJS.ProcessEnv): boolean {
  const [program = '', ...args] = step.split(' ')
  const path = program === 'node' ? process.execPath : `node_modules/.bin/${program}`
  return spawnSync(path, args, { stdio: 'inherit', env }).status === 0
}

const inMinutes = (seconds: number): string =>
  `${Math.floor(seconds / 60)} min ${String(Math.round(seconds % 60)).padStart(2, '0')} s`

function runAll(chosen: readonly string[]): number {
  const unknown = chosen.filter((name) => !Object.hasOwn(LONG_TESTS, name))
  if (unknown.length > 0) {
    console.error(
      `There is no long test called ${unknown.join(', ')}: choose among ${Object.keys(LONG_TESTS).join(', ')}.`,
    )
    return 1
  }
  const all = Object.entries(LONG_TESTS)
  const results = all
    .filter(([name, { isAsked = false }]) => (chosen.length > 0 ? chosen.includes(name) : !isAsked))
    .map(run)
  console.log('\n| long test | end | took |\n| --- | --- | --- |')
  for (const { name, end, seconds } of results) console.log(`| ${name} | ${end} | ${inMinutes(seconds)} |`)
  return results.every(({ end }) => end === 'passed') ? 0 : 1
}

if (process.argv[1]?.endsWith('test-long.ts')) process.exitCode = runAll(process.argv.slice(2))
