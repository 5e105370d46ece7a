/** The other process in a race for the last of a budget; see budgets-race.test.ts. */
import { z } from 'zod'
import { openDb } from '@/lib/platform/db'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { makeTestClock } from '@/tests/factories/test-clock'

const job = z.object({
  url: z.string(),
  team: z.object({ id: z.string(), slug: z.string(), name: z.string(), timeZone: z.string() }),
  actor: z.object({
    userId: z.string(),
    memberId: z.string(),
    name: z.string(),
    role: z.enum(['admin', 'member', 'viewer']),
    sid: z.string(),
  }),
  now: z.coerce.date(),
})
const heat = z.object({ keyId: z.string(), callers: z.number() })

const { url, now, ...who } = job.parse(JSON.parse(process.argv[2] ?? '{}'))
const db = openDb({ engine: 'postgres', url })
const book = budgetBookOf({ ...who, db, clock: makeTestClock(now) })

/** Returns the admitted attempts, or the error if it is not a budget's. */
async function race(message: unknown): Promise<string[] | { error: string }> {
  const { keyId, callers } = heat.parse(message)
  try {
    const tries = await Promise.all(Array.from({ length: callers }, () => book.open({ keyId })))
    return tries.filter((one) => typeof one === 'string')
  } catch (error) {
    return { error: String(error) }
  }
}

process.on('message', (message) => void race(message).then((told) => process.send?.(told)))
process.once('disconnect', () => void db.$disconnect().then(() => process.exit(0)))
await db.team.count()
process.send?.('ready')
