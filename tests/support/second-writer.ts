/** The other process on a SQLite file; see two-writers.test.ts. */
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { type Db, type DbLocation, migrate, openDb, transaction } from '@/lib/platform/db'

const order = z.object({ file: z.string(), times: z.number() })

interface Row {
  readonly sum: bigint
}

/**
 * Number of transactions that read a sum and write one more some turns of the event loop later, and of single writes.
 */
export async function writeAll(db: Db, times: number): Promise<void> {
  const addSlowly = () =>
    transaction(db, async (tx) => {
      const [row] = await tx.$queryRaw<Row[]>`SELECT "sum" FROM "Tally" WHERE "name" = 'slow'`
      await setImmediate()
      await tx.$executeRaw`UPDATE "Tally" SET "sum" = ${(row?.sum ?? 0n) + 1n} WHERE "name" = 'slow'`
    })
  const addAtOnce = () => db.$executeRaw`UPDATE "Tally" SET "sum" = "sum" + 1 WHERE "name" = 'lone'`
  await Promise.all(Array.from({ length: times }, () => Promise.all([addSlowly(), addAtOnce()])))
}

async function obey(message: unknown): Promise<string> {
  const { file, times } = order.parse(message)
  const location: DbLocation = { engine: 'sqlite', file }
  await migrate(location, 'prisma')
  if (times === 0) return 'done'
  const db = openDb(location)
  await writeAll(db, times)
  await db.$disconnect()
  return 'done'
}

if (process.send) {
  const tell = (told: string) => void process.send?.(told)
  process.on('message', (message) => {
    obey(message).then(tell, (error: unknown) => tell(String(error)))
  })
  tell('ready')
}
