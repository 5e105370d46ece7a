import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isStorageTrouble, openCopySource, openDb, transaction } from '@/lib/platform/db'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnPostgres } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

describeOnPostgres('a process that stands still within a transaction', (open) => {
  test('holds up the others for some seconds alone, and what it wrote does not count', async () => {
    const opened = await open()
    const { id } = (await makeTeam(opened.db, makeTestClock())).admin.team
    const other = openDb(opened.location)
    const rename = (name: string) => ({ where: { id }, data: { name } })
    let isHeld = false
    let isAwake = false

    const standing = transaction(opened.db, async (tx) => {
      await tx.team.update(rename('Written while it stood still'))
      isHeld = true
      await waitUntil(() => isAwake)
      await tx.team.count()
    }).catch((error: unknown) => error)
    await waitUntil(() => isHeld)
    const since = performance.now()
    await transaction(other, (tx) => tx.team.update(rename('Written by another')))
    expect(performance.now() - since).toBeLessThan(15_000)
    isAwake = true

    expect(isStorageTrouble(await standing)).toBe(true)
    expect(await other.team.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: 'Written by another',
    })
    await other.$disconnect()
    await opened.close()
  })

  test('is no backup whose rows somebody takes slowly, whatever the server allows', async () => {
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
