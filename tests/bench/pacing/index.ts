/**
 * Compares Purser's pacer with well-known libraries, in real time, against limiters of every kind: successful calls /
 * pack rate, and 429s in brackets. `npm run bench -- pacing --seconds 10 --only blocked`. Each rival runs in its own
 * process, one after another. Prints figures and asserts nothing: times on a shared machine are noisy.
 */
import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { z } from 'zod'
import { CONDITIONS } from './conditions'
import { RIVALS } from './rivals'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    only: { type: 'string', multiple: true, default: Object.keys(CONDITIONS) },
    rival: { type: 'string', multiple: true, default: Object.keys(RIVALS) },
  },
})
const RATES = [10, 25, 100, 200]
const worker = fileURLToPath(new URL('worker.ts', import.meta.url))

const report = z.object({
  cpu: z.number(),
  measured: z.array(
    z.object({
      limiter: z.string(),
      rate: z.number(),
      share: z.number(),
      refused: z.number(),
      sent: z.number(),
    }),
  ),
})
type Report = z.output<typeof report>

async function runIn(condition: string, rival: string): Promise<Report> {
  const job = JSON.stringify({ rival, condition, rates: RATES, seconds: Number(values.seconds) })
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', worker, job])
  return report.parse(JSON.parse(stdout))
}

const cellOf = ({ measured }: Report, limiter: string, rate: number): string => {
  const cell = measured.find((one) => one.limiter === limiter && one.rate === rate)
  return cell ? `${cell.share.toFixed(3)} (${cell.refused})` : '–'
}

/** Returns the worst of a rival's cells: its lowest share, and its largest share of 429s. */
const worstOf = ({ measured, cpu }: Report): string => {
  const share = Math.min(...measured.map((cell) => cell.share))
  const refused = Math.max(...measured.map((cell) => cell.refused / Math.max(1, cell.sent)))
  return `${share.toFixed(3)}, ${(100 * refused).toFixed(2)} %, ${(100 * cpu).toFixed(0)} %`
}

async function table(name: string): Promise<void> {
  const condition = CONDITIONS[name]
  if (!condition) throw new Error(`--only must be one of ${Object.keys(CONDITIONS).join(', ')}.`)
  const reports = new Map<string, Report>()
  for (const rival of values.rival) reports.set(rival, await runIn(name, rival))
  console.log(`\n### ${condition.title}\n`)
  console.log(`| limiter | a second | ${[...reports.keys()].join(' | ')} |`)
  console.log(`| --- | --- |${' --- |'.repeat(reports.size)}`)
  for (const limiter of Object.keys(condition.limiters))
    for (const rate of RATES)
      console.log(
        `| ${limiter} | ${rate} | ${[...reports.values()].map((one) => cellOf(one, limiter, rate)).join(' | ')} |`,
      )
  const worst = [...reports.values()].map(worstOf).join(' | ')
  console.log(`| *worst share, worst 429s of calls, CPU of a core* | | ${worst} |`)
}

const at = new Date().toISOString().slice(0, 10)
console.log(
  `${at}; Node ${process.version}, ${availableParallelism()} cores; ${values.seconds} s a cell: good answers / pack rate (429s)`,
)
for (const name of values.only) await table(name)
