import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isStorageFailure, openCopySource, openDb, type Tx, transaction } from '@/lib/platform/db'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnPostgres } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

/** Blocks the event loop, like a machine that gives the process no time. */
function standStill(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const lockTeam = (tx: Tx, id: string) =>
  tx.$queryRaw`SELECT 1 AS "held" FROM "Team" WHERE "id" = ${id} FOR UPDATE`

describeOnPostgres('a process that stalls within a transaction', (open) => {
  test('delays others for some seconds only; its writes are rolled back and repeated', async () => {
    const opened = await open()
    const { id, name } = (await makeTeam(opened.db, makeTestClock())).admin.team
    const other = openDb(opened.location)
    const rename = (name: string) => ({ where: { id }, data: { name } })
    let isHeld = false
    let isAwake = false
    let tries = 0

    const standing = transaction(opened.db, async (tx) => {
      tries++
      await tx.team.update(rename('Written while it stood still'))
      isHeld = true
      await waitUntil(() => isAwake)
      await tx.team.count()
    })
    await waitUntil(() => isHeld)
    const since = performance.now()
    const found = await transaction(other, async (tx) => {
      await lockTeam(tx, id)
      const before = await tx.team.findUniqueOrThrow({ where: { id } })
      await tx.team.update(rename('Written by another'))
      return before.name
    })
    expect(found).toBe(name)
    expect(performance.now() - since).toBeLessThan(15_000)
    isAwake = true

    await standing
    expect(tries).toBe(2)
    expect(await other.team.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: 'Written while it stood still',
    })
    await other.$disconnect()
    await opened.close()
  })

  // The whole process stalls, as on a loaded machine, so it learns of the end only when it continues.
  test.each([
    ['before it reads', (tx: Tx) => tx.team.count()],
    ['before it writes', (tx: Tx) => tx.$executeRaw`UPDATE "Team" SET "name" = 'Later'`],
    ['before its commit', () => Promise.resolve()],
  ])('is retried if it stalls %s', async (_, goOn) => {
    const opened = await open()
    await makeTeam(opened.db, makeTestClock())
    let tries = 0
    await transaction(opened.db, async (tx) => {
      const isFirst = ++tries === 1
      if (isFirst) await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 100`
      await tx.team.updateMany({ data: { name: `Try ${tries}` } })
      if (isFirst) standStill(300)
      await goOn(tx)
    })
    // On a loaded machine, the second try may still meet the connection that is being closed.
    expect(tries).toBeGreaterThanOrEqual(2)
    expect((await opened.db.team.findFirstOrThrow()).name).toBeOneOf([`Try ${tries}`, 'Later'])
    await opened.close()
  })

  test('fails if it stalls every time', async () => {
    const opened = await open()
    await makeTeam(opened.db, makeTestClock())
    let tries = 0
    const standing = transaction(opened.db, async (tx) => {
      tries++
      await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 20`
      standStill(60)
      await tx.team.count()
    })
    await expect(standing).rejects.toSatisfy(isStorageFailure)
    expect(tries).toBe(5)
    await opened.close()
  })

  test('does not affect a backup whose rows are read slowly, whatever the server’s limit', async () => {
    const opened = await open()
    await makeTeam(opened.db, makeTestClock())
    const [{ name } = { name: '' }] = await opened.db.$queryRaw<
      { name: string }[]
    >`SELECT current_database()::text AS "name"`
    await opened.db.$executeRawUnsafe(
      `ALTER DATABASE "${name}" SET idle_in_transaction_session_timeout = 100`,
    )

    const source = await openCopySource(opened.location)
    let rows = 0
    for (const table of source.tables.filter((each) => each.name === 'Environment'))
      for await (const some of source.rows(table)) {
        rows += some.length
        await sleep(400)
      }

    expect(rows).toBeGreaterThan(0)
    await source.close()
    await opened.close()
  })
})
