/**
 * Measures one key used by several processes, with slots shared through PostgreSQL: calls / pack rate, and 429s by
 * kind of limiter. `npm run bench -- shared --seconds 10 --processes 2 --processes 8`. The processes record when each
 * call leaves by their common clock; the calls are then merged and judged. Prints figures and asserts nothing.
 */
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '@/lib/platform/db'
import { LIMITERS } from '@/tests/factories/limiters'
import { startPostgres } from '@/tests/support/postgres'
import { quantile, runTogether } from './instances'
import { type Job, type Told, told } from './messages'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '10' },
    processes: { type: 'string', multiple: true, default: ['1', '2', '4', '8'] },
  },
})
const RATES = [10, 25, 100, 200]
/** The limiter decides where a window begins: the worst of these counts. */
const OFFSETS = [0, 250, 500, 750]
const SECONDS = Number(values.seconds)
const worker = fileURLToPath(new URL('worker.ts', import.meta.url))

interface Outcome {
  readonly rate: number
  readonly sent: readonly number[]
}

/** Returns all processes' calls in the order in which they left. */
const merge = (answers: readonly Told[]): Outcome[] =>
  RATES.map((rate) => ({
    rate,
    sent: answers
      .flatMap(({ sends }) => sends.filter((one) => one.rate === rate).flatMap((one) => one.sent))
      .sort((a, b) => a - b),
  }))

const refusedBy = (limiter: string, { rate, sent }: Outcome): number =>
  Math.max(
    ...OFFSETS.map((offset) => {
      const judge = LIMITERS[limiter]?.(rate, offset)
      return sent.filter((at) => judge?.(at) === false).length
    }),
  )

/** Returns the calls within the measured seconds, which begin with the first call, as a share of the rate. */
const shareOf = ({ rate, sent }: Outcome): number => {
  const end = (sent[0] ?? 0) + SECONDS * 1000
  return sent.filter((at) => at < end).length / (rate * SECONDS)
}

async function table(url: string, isBlocked: boolean): Promise<void> {
  const limiters = Object.keys(LIMITERS)
  console.log(`\n### ${isBlocked ? 'Each process blocked 50 ms every second' : 'Undisturbed'}\n`)
  console.log(`| processes | a second | calls / pack rate | ${limiters.join(' | ')} |`)
  console.log(`| --- | --- | --- |${' --- |'.repeat(limiters.length)}`)
  const costs: string[] = []
  for (const processes of values.processes.map(Number)) {
    const keys = RATES.map((rate) => ({ rate, keyRef: `${isBlocked}-${processes}-${rate}` }))
    const job: Job = { url, keys, seconds: SECONDS, isBlocked }
    const answers = (await runTogether(worker, processes, job)).map((answer) => told.parse(answer))
    for (const outcome of merge(answers)) {
      const refused = limiters.map((limiter) => refusedBy(limiter, outcome))
      console.log(
        `| ${processes} | ${outcome.rate} | ${shareOf(outcome).toFixed(3)} | ${refused.join(' | ')} |`,
      )
    }
    const trips = answers.flatMap((answer) => answer.trips)
    const cpu = answers.reduce((sum, answer) => sum + answer.cpu, 0) / processes
    costs.push(
      `${processes} processes: round trip ${quantile(trips, 0.5)} ms (p95 ${quantile(trips, 0.95)}), ${(100 * cpu).toFixed(0)} % of a core each`,
    )
  }
  console.log(`\n${costs.join('; ')}.`)
}

const postgres = await startPostgres()
if (postgres) {
  try {
    await migrate({ engine: 'postgres', url: postgres.adminUrl }, 'prisma')
    const at = new Date().toISOString().slice(0, 10)
    console.log(
      `${at}; Node ${process.version}, ${availableParallelism()} cores; ${SECONDS} s a row, its four keys at once: calls / pack rate, and 429s by limiter`,
    )
    for (const isBlocked of [false, true]) await table(postgres.adminUrl, isBlocked)
  } finally {
    await postgres.stop()
  }
}
