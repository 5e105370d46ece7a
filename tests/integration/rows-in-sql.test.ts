import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { selectRun, toRunRow } from '@/lib/collect/runs/core/store'
import { insertKey, selectKey } from '@/lib/keys/keys/store'
import { transaction } from '@/lib/platform/db'
import { storeRun } from '@/tests/factories/stored-run'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

/** Each call reads a run and a key in raw SQL; the rows must equal those of their models. */
describeOnEachEngine('rows that are read in raw SQL', async (open) => {
  const clock = makeTestClock(new Date('2026-03-29T01:59:59.999Z'))
  const opened = await open()
  const team = await makeTeam(opened.db, clock)

  const runOf = (id: string, memberId = team.admin.actor.memberId, teamId = team.admin.team.id) =>
    selectRun(opened.db, teamId, memberId, id)

  test('a run, with every column filled and with every column empty', async () => {
    const { db } = opened
    const [plain, full] = [await storeRun(team, 'one', 3), await storeRun(team, 'two', 1)]
    const at = clock.now()
    const counts = { items: 9_007_199_254_740n, newItems: 5n, unpricedItems: 1n, chargeNano: 2n ** 62n }
    await db.run.update({
      where: { id: full },
      data: {
        ...{ searchId: 's', searchVersion: 3, isScheduled: true, product: 'Top', manner: 'background' },
        ...{ state: 'ENDED', endReason: 'cancelled', endNote: 'as “asked”', instanceId: 'i' },
        ...{ cancelledAt: at, cancelledByName: 'Eve', capItems: 7, capNano: 2n ** 61n, untilAt: at },
        ...{ untilKnown: true, isBaseline: true, reuseSeconds: 60, reusedPages: 2, endedAt: at, ...counts },
      },
    })
    for (const id of [plain, full]) {
      const row = await db.run.findUniqueOrThrow({ where: { id } })
      expect(await runOf(id)).toStrictEqual(toRunRow(row))
      expect(await transaction(db, (tx) => selectRun(tx, row.teamId, row.memberId, id))).toStrictEqual(
        toRunRow(row),
      )
    }
  })

  test('someone else’s run only if it is shared, and no other team’s', async () => {
    const other = (await makeMember(team, 'member')).actor.memberId
    const [shared, own] = [
      await storeRun(team, 'three', 1),
      await storeRun(team, 'four', 1, { shared: false }),
    ]
    expect(await runOf(shared, other)).not.toBeNull()
    expect(await runOf(own, other)).toBeNull()
    expect(await runOf(own)).not.toBeNull()
    expect(await runOf(own, team.admin.actor.memberId, 'another team')).toBeNull()
  })

  test('a key with its wallet, and none that is deleted or another team’s', async () => {
    const { db } = opened
    const teamId = team.admin.team.id
    const wallet = await db.wallet.create({
      data: { id: randomUUID(), teamId, name: 'Wallet’s', createdAt: clock.now(), pausedAt: clock.now() },
    })
    const row = {
      ...{ id: randomUUID(), teamId, walletId: wallet.id, environmentId: 'e', name: 'Production’s' },
      ...{
        keyRef: randomUUID(),
        prefix: 'xd_live_abcd',
        sealed: 'sealed',
        reference: null,
        replacedAt: clock.now(),
      },
      ...{ requestsPerSecond: 25, status: 'active' as const, createdAt: clock.now(), checkedAt: clock.now() },
      isUnchecked: true,
      ...({ windowMs: 60_000, rateSource: 'admin', plan: 'Builder', service: 'x' } as const),
    }
    await transaction(db, (tx) => insertKey(tx, row))
    const asked = { where: { id: row.id }, include: { wallet: { select: { name: true, pausedAt: true } } } }
    expect(await selectKey(db, teamId, row.id)).toStrictEqual(await db.key.findUnique(asked))
    await db.wallet.update({ where: { id: wallet.id }, data: { pausedAt: null } })
    await db.key.update({
      where: { id: row.id },
      data: {
        lastUsedAt: clock.now(),
        replacedAt: null,
        sealed: null,
        reference: 'env:KEY',
        isUnchecked: false,
      },
    })
    expect(await selectKey(db, teamId, row.id)).toStrictEqual(await db.key.findUnique(asked))
    expect(await selectKey(db, 'another team', row.id)).toBeNull()
    await db.key.update({ where: { id: row.id }, data: { deletedAt: clock.now() } })
    expect(await selectKey(db, teamId, row.id)).toBeNull()
  })
})
