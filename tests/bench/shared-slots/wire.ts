/**
 * Measures two instances that share a key through PostgreSQL along the whole path: pacer, client, HTTP, and an
 * upstream with a sliding log; alone, and beside enough busy processes to reach a given load. `npm run bench --
 * shared-wire --calls 2000 --rate 25 --rate 200 --load 2 --load 11`. Prints figures and asserts nothing.
 */
import { spawn } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '@/lib/platform/db'
import { LIMITERS } from '@/tests/factories/limiters'
import { startPostgres } from '@/tests/support/postgres'
import { startUpstream } from '../runs/start-upstream'
import { quantile, runTogether } from './instances'
import { type WireJob, wireTold } from './messages'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '2000' },
    rate: { type: 'string', multiple: true, default: ['25', '200'] },
    load: { type: 'string', multiple: true, default: ['2', '11'] },
    instances: { type: 'string', default: '2' },
  },
})
const worker = fileURLToPath(new URL('wire-worker.ts', import.meta.url))

/**
 * Starts busy processes; the instances themselves make a load of about one. Returns a function that ends
 * them.
 */
function burden(load: number): () => void {
  const burners = Array.from({ length: Math.max(0, load - 1) }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  const end = () => {
    for (const burner of burners) burner.kill('SIGKILL')
  }
  process.once('exit', end)
  return end
}

async function row(url: string, rate: number, load: number): Promise<string> {
  const seconds = Number(values.calls) / rate
  const upstream = await startUpstream(rate)
  const job: WireJob = { url, baseUrl: upstream.baseUrl, rate, seconds }
  const end = burden(load)
  try {
    const told = (await runTogether(worker, Number(values.instances), job)).map((each) =>
      wireTold.parse(each),
    )
    const calls = told.reduce((sum, each) => sum + each.calls, 0)
    const refused = told.reduce((sum, each) => sum + each.refused, 0)
    const left = told.flatMap((each) => each.left).sort((a, b) => a - b)
    const judge = LIMITERS['a sliding log']?.(rate, 0)
    const close = left.filter((at) => judge?.(at) === false).length
    const delays = told.flatMap((each) => each.delays)
    const late = [0.5, 0.99, 1].map((part) => quantile(delays, part === 1 ? 1 - 1 / delays.length : part))
    const share = ((calls - refused) / (rate * seconds)).toFixed(3)
    return `| ${rate} | ${load} | ${calls} | ${share} | ${refused} | ${close} | ${late.join(' / ')} | ${(loadavg()[0] ?? 0).toFixed(1)} |`
  } finally {
    end()
    upstream.stop()
  }
}

const postgres = await startPostgres()
if (postgres) {
  try {
    await migrate({ engine: 'postgres', url: postgres.adminUrl }, 'prisma')
    const at = new Date().toISOString().slice(0, 10)
    console.log(
      `${at}; Node ${process.version}, ${availableParallelism()} cores; ${values.instances} instances, some ${values.calls} calls a row\n`,
    )
    console.log(
      '| a second | load made | calls | good / pack rate | 429s | too many in a second by when they left | left after its slot, ms (median / 99 % / most) | load of the last minute |',
    )
    console.log(`|${' --- |'.repeat(8)}`)
    for (const load of values.load.map(Number))
      for (const rate of values.rate.map(Number)) console.log(await row(postgres.adminUrl, rate, load))
  } finally {
    await postgres.stop()
  }
}
