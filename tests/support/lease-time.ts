import type { TestClock } from '@/tests/factories/test-clock'
import type { TestDb } from './databases'

/** Advances time for the processes and their leases, which on PostgreSQL use the database's own clock. */
export async function passWithLeases({ db, location }: TestDb, clock: TestClock, ms: number): Promise<void> {
  clock.advance(ms)
  if (location.engine === 'postgres')
    await db.$executeRaw`
      UPDATE "Lease" SET "untilAt" = "untilAt" - CAST(${ms} AS INTEGER) * interval '1 millisecond'`
}
