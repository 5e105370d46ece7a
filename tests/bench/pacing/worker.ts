/** One rival under one condition, with every limiter and rate in parallel, in its own process; see index.ts. */
import { z } from 'zod'
import { measure } from './cell'
import { CONDITIONS, startBlocking } from './conditions'
import { RIVALS } from './rivals'

const job = z.object({
  rival: z.string(),
  condition: z.string(),
  rates: z.array(z.number()),
  seconds: z.number(),
})

async function run(): Promise<void> {
  const { rival, condition, rates, seconds } = job.parse(JSON.parse(process.argv[2] ?? ''))
  const [make, under] = [RIVALS[rival], CONDITIONS[condition]]
  if (!make || !under) throw new Error(`Nothing is called ${rival} or ${condition}`)
  if (under.isBlocked) startBlocking()
  const begun = process.cpuUsage()
  const cells = Object.entries(under.limiters).flatMap(([limiter, makeLimiter]) =>
    rates.map(async (rate) => ({
      limiter,
      rate,
      ...(await measure({
        rival: make(rate),
        rate,
        limiter: makeLimiter(rate, performance.timeOrigin),
        warmUp: under.warmUp,
        seconds,
      })),
    })),
  )
  const measured = await Promise.all(cells)
  const { user, system } = process.cpuUsage(begun)
  const cpu = (user + system) / 1e6 / (seconds + under.warmUp)
  process.stdout.write(JSON.stringify({ measured, cpu }), () => process.exit(0))
}

run().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
