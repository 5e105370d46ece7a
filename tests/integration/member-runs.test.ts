import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BackgroundRuns,
  cancelRun,
  changeRoleAndRuns,
  createBackgroundRuns,
  getRun,
  removeMemberAndRuns,
  startBackgroundRun,
  startScheduledRun,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { disablePerson } from '@/lib/server/people'
import { localWorker, type WorkerParts } from '@/lib/server/worker'
import { makeMember, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const MOST = 12

describeOnEachEngine('the runs of a member', (open) => {
  let opened: TestDb
  let upstream: TestUpstream
  let team: TestTeam
  let background: BackgroundRuns
  let services: TestUpstream & { background: BackgroundRuns }
  let keyId: string
  let otherKeyId: string
  let searchId: string
  beforeAll(async () => {
    opened = await open()
    upstream = await startTestUpstream(systemClock)
    team = await makeTeam(opened.db, systemClock)
    background = createBackgroundRuns({
      services: upstream,
      clock: systemClock,
      isShared: false,
      mostPerMember: MOST,
      onError: (error) => expect.unreachable(String(error)),
    })
    services = { ...upstream, background }
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    // Slow, and with credits and followers enough, so that runs wait for their turn and none ends by itself.
    const slow = { pack: 'Free', balanceNano: 1_000_000_000_000_000n } as const
    const [own, other] = [upstream.issueKey(slow), upstream.issueKey(slow)]
    keyId = (await addKey(team.admin, upstream, { key: own.key, name: '', ...where })).id
    otherKeyId = (await addKey(team.admin, upstream, { key: other.key, name: '', ...where })).id
    const search = { name: 'Esme', operation: 'followers', subject: 'esme' } as const
    searchId = (await createSearch(team.admin, search)).id
    await opened.db.savedSearch.updateMany({ data: { shared: true } })
  })
  afterAll(async () => {
    await background.stop()
    await upstream.close()
    await opened.close()
  })
  /** The calls that the first key has made. */
  const sent = () =>
    upstream.sandbox.operator.state()[0]?.keys.reduce((sum, { requests }) => sum + requests, 0) ?? 0
  const begin = async (ctx: TeamCtx, by = keyId) => {
    const runId = randomUUID()
    await startBackgroundRun(ctx, services, { runId, searchId, keyId: by, capItems: 100_000 })
    return runId
  }
  const beginMost = async (ctx: TeamCtx) => {
    const runIds = await Promise.all(Array.from({ length: MOST }, () => begin(ctx)))
    await waitUntil(async () => expect(await opened.db.attempt.count()).toBeGreaterThan(MOST))
    return runIds
  }

  test.each([
    ['is removed', (memberId: string) => removeMemberAndRuns(team.admin, services, { memberId })],
    [
      'is disabled',
      async (memberId: string) => {
        const { userId } = await opened.db.member.findUniqueOrThrow({ where: { id: memberId } })
        const { actor } = team.admin
        const who = { id: actor.userId, name: actor.name, email: '', sid: actor.sid }
        const worker = localWorker(services as unknown as WorkerParts)
        await disablePerson({ ...team.admin, worker }, who, { userId, isDisabled: true })
      },
    ],
    [
      'may no longer run searches',
      (memberId: string) => changeRoleAndRuns(team.admin, services, { memberId, role: 'viewer' }),
    ],
  ])('who %s buys nothing more at once, also with what waits', async (_, stop) => {
    const member = await makeMember(team, 'member')
    const runIds = await beginMost(member)
    const others = await begin(team.admin, otherKeyId)
    await stop(member.actor.memberId)
    const before = sent()
    await Promise.all(runIds.map((id) => background.ended(id)))
    // Only what was on its way; else each of the twelve would buy one more page at least.
    expect(sent() - before).toBeLessThanOrEqual(2)
    for (const id of runIds)
      expect(await getRun(team.admin, id)).toMatchObject({
        state: 'ENDED',
        endReason: 'cancelled',
        cancelledByName: team.admin.actor.name,
      })
    expect(
      await opened.db.auditEntry.count({ where: { action: 'run.cancel', subjectId: { in: runIds } } }),
    ).toBe(MOST)
    expect((await getRun(team.admin, others)).state).toBe('OPEN')
    await cancelRun(team.admin, services, others)
    await background.ended(others)
    expect(await opened.db.attempt.count({ where: { state: 'OPEN' } })).toBe(0)
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  test('has a limit, also where all start at once; those of a schedule do not count, nor those of others', async () => {
    const member = await makeMember(team, 'member')
    await startScheduledRun(member, services, { runId: randomUUID(), searchId, keyId, capItems: 100_000 })
    const starts = await Promise.allSettled(Array.from({ length: MOST + 5 }, () => begin(member)))
    const begun = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    expect(begun).toHaveLength(MOST)
    for (const start of starts)
      if (start.status === 'rejected')
        expect(start.reason).toMatchObject({
          code: 'conflict',
          message: expect.stringContaining(`${MOST} runs`),
        })
    await startScheduledRun(member, services, { runId: randomUUID(), searchId, keyId, capItems: 100_000 })
    await begin(team.admin)
    const [first = ''] = begun
    await cancelRun(member, services, first)
    await background.ended(first)
    await begin(member)
    await expect(begin(member)).rejects.toThrow('Wait until one ends, or cancel one')
  })
})
