import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { createWallet, renameWallet } from '@/lib/money/wallets'
import {
  checkChains,
  endPastTallies,
  INSTALLATION_TEAM_ID,
  listAuditEntries,
  sealEntries,
} from '@/lib/platform/audit'
import { recordAccountEvent } from '@/lib/teams/accounts'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase, describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const QUARTER_HOUR = 900_000
/** Number of failed tries; `npm run test:long -- tallies` makes 3,000. */
const TRIES = Number(process.env.AUDIT_TRIES ?? 100)

let opened: TestDb
let clock: TestClock
let team: TestTeam

/** Gives each test its own database, because a broken chain stays broken. */
function begin(open: () => Promise<TestDb>): void {
  beforeEach(async () => {
    opened = await open()
    clock = makeTestClock()
    team = await makeTeam(opened.db, clock)
    for (let at = 0; at < 5; at++) await createWallet(team.admin, { name: `Wallet ${at}` })
  })
  afterEach(() => opened.close())
}

const seal = () => sealEntries(opened.db, clock)
const faults = async (kept: Parameters<typeof checkChains>[1] = []) =>
  (await checkChains(opened.db, kept)).faults
const at = (place: number) => ({ teamId_place: { teamId: team.admin.team.id, place } })

describeOnEachEngine('the chains of the audit log', (open) => {
  begin(open)

  test('hold what was sealed: one chain per team and one for the installation', async () => {
    const other = await makeOtherTeam(team)
    expect(await checkChains(opened.db)).toMatchObject({ faults: [], sealed: 0 })
    await seal()
    const { ends, ...report } = await checkChains(opened.db)
    expect(report).toMatchObject({ faults: [], unsealed: 0 })
    expect(ends.map(({ teamId }) => teamId).sort()).toEqual(
      [INSTALLATION_TEAM_ID, team.admin.team.id, other.admin.team.id].sort(),
    )
    expect(report.sealed).toBe(await opened.db.auditEntry.count())
  })

  test('continue where they ended, in the order of the entries', async () => {
    await seal()
    await renameWallet(team.admin, { walletId: team.walletId, name: 'Later' })
    expect((await checkChains(opened.db)).unsealed).toBe(1)
    await seal()
    const [newest, ...older] = await listAuditEntries(team.admin)
    expect(newest).toMatchObject({ action: 'wallet.rename', place: older.length + 1 })
    expect(JSON.parse(newest?.detail ?? '')).toEqual({ name: { from: 'Main', to: 'Later' } })
    expect(await faults()).toEqual([])
  })

  test('stay single when several processes seal at once', async () => {
    await Promise.all([seal(), seal(), seal()])
    expect(await checkChains(opened.db)).toMatchObject({ faults: [], unsealed: 0 })
  })

  test('the installation’s chain says who signed in, and nothing about an address without an account', async () => {
    const { userId, name } = team.admin.actor
    await recordAccountEvent(opened.db, clock, { kind: 'signed-in', userId, source: '192.0.2.1' })
    await recordAccountEvent(opened.db, clock, { kind: 'sign-in-failed', email: 'my-secret-password' })
    const entries = await opened.db.auditEntry.findMany({
      where: { teamId: INSTALLATION_TEAM_ID },
      orderBy: { id: 'desc' },
      take: 2,
    })
    expect(entries).toMatchObject([
      { action: 'account.sign-in-failed', subjectId: '', subjectName: 'An address without an account' },
      { action: 'account.sign-in', actorName: name, detail: '{"source":"192.0.2.1"}' },
    ])
    expect(JSON.stringify([entries, await opened.db.auditTally.findMany()])).not.toContain('my-secret')
  })

  test('many failed tries for one account make two entries in a quarter hour', async () => {
    const { userId } = (await makeMember(team, 'viewer')).actor
    const count = TRIES
    const before = await opened.db.auditEntry.count()
    const fail = () =>
      recordAccountEvent(opened.db, clock, { kind: 'sign-in-failed', userId, source: '192.0.2.1' })
    await Promise.all(Array.from({ length: 10 }, fail))
    for (let done = 10; done < count; done++) await fail()
    expect(await opened.db.auditEntry.count()).toBe(before + 1)
    await endPastTallies(opened.db, clock)
    expect(await opened.db.auditEntry.count()).toBe(before + 1)
    clock.advance(QUARTER_HOUR)
    await Promise.all([endPastTallies(opened.db, clock), endPastTallies(opened.db, clock)])
    expect(await opened.db.auditEntry.count()).toBe(before + 2)
    const last = await opened.db.auditEntry.findFirst({ orderBy: { id: 'desc' } })
    expect(JSON.parse(last?.detail ?? '')).toMatchObject({ timesMore: count - 1, source: '192.0.2.1' })
    expect(await opened.db.auditTally.count()).toBe(0)
  })
})

describeOnDatabase('the chains of the audit log after tampering', (open) => {
  begin(open)

  test.each(['detail', 'actorName', 'subjectName', 'action', 'at', 'subjectId'] as const)(
    'reveal that the %s of an entry was changed',
    async (field) => {
      await seal()
      const data = { [field]: field === 'at' ? new Date(0) : 'other' }
      await opened.db.auditEntry.update({ where: at(3), data })
      expect(await faults()).toEqual([expect.stringMatching(/the entry at place 3 was changed or put in/)])
    },
  )

  test('reveal that an entry was removed', async () => {
    await seal()
    await opened.db.auditEntry.delete({ where: at(3) })
    expect(await faults()).toEqual([expect.stringMatching(/from place 3 to 3 were removed/)])
  })

  test('reveal that an entry was inserted and the others moved up', async () => {
    await seal()
    const entries = await opened.db.auditEntry.findMany({
      where: { teamId: team.admin.team.id, place: { gte: 3 } },
      orderBy: { place: 'desc' },
    })
    for (const { id, place } of entries)
      await opened.db.auditEntry.update({ where: { id }, data: { place: (place ?? 0) + 1 } })
    const [third] = entries.slice(-1)
    if (!third) throw new Error('There is no third entry')
    await opened.db.auditEntry.create({ data: { ...third, id: newId(), place: 3 } })
    expect((await faults())[0]).toMatch(/the entry at place 3 was changed or put in/)
  })

  test('reveal that the end was cut off; with the stored end moved as well, a kept end reveals it', async () => {
    await seal()
    const { ends } = await checkChains(opened.db)
    const end = ends.find(({ teamId }) => teamId === team.admin.team.id)
    if (!end) throw new Error('The team has no chain')
    await opened.db.auditEntry.delete({ where: at(end.place) })
    expect(await faults()).toEqual([expect.stringMatching(/was cut off after place/)])

    const last = await opened.db.auditEntry.findUniqueOrThrow({ where: at(end.place - 1) })
    await opened.db.auditChain.update({
      where: { teamId: end.teamId },
      data: { place: end.place - 1, hash: last.hash ?? '' },
    })
    expect(await faults()).toEqual([])
    expect(await faults(ends)).toEqual([expect.stringMatching(/before the kept place/)])
  })

  test('reveal by a kept end that a whole chain was recomputed', async () => {
    await seal()
    const { ends } = await checkChains(opened.db)
    await opened.db.auditEntry.update({ where: at(2), data: { actorName: 'Someone else' } })
    await opened.db.auditEntry.updateMany({ data: { place: null, hash: null } })
    await opened.db.auditChain.deleteMany()
    await seal()
    expect(await faults()).toEqual([])
    expect(await faults(ends)).toEqual([expect.stringMatching(/not the one whose hash was kept/)])
  })

  test('reveal a missing stored end, and entries after it', async () => {
    await seal()
    const { teamId } = at(1).teamId_place
    const chain = await opened.db.auditChain.findUniqueOrThrow({ where: { teamId } })
    const before = await opened.db.auditEntry.findUniqueOrThrow({ where: at(chain.place - 1) })
    await opened.db.auditChain.update({
      where: { teamId },
      data: { place: chain.place - 1, hash: before.hash ?? '' },
    })
    expect(await faults()).toEqual([expect.stringMatching(/were put in after its stored end/)])
    await opened.db.auditChain.delete({ where: { teamId } })
    expect(await faults()).toEqual([expect.stringMatching(/its stored end is missing/)])
  })

  test('a flood of entries from ever new sources stays bounded', async () => {
    const before = await opened.db.auditEntry.count()
    for (let at = 0; at < 250; at++)
      await recordAccountEvent(opened.db, clock, {
        kind: 'sign-in-failed',
        email: `${at}`,
        source: `2001:db8::${at}`,
      })
    expect((await opened.db.auditEntry.count()) - before).toBe(201)
  })
})
