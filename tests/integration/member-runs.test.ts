import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import {
  cancelRun,
  changeRoleAndRuns,
  getRun,
  removeMemberAndRuns,
  startScheduledRun,
} from '@/lib/collect/runs'
import type { TeamCtx } from '@/lib/platform/db'
import { disablePerson } from '@/lib/server/people'
import { localWorker, type WorkerParts } from '@/lib/server/worker'
import { makeSlowRuns } from '@/tests/factories/slow-runs'
import { makeMember } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const MAX = 12

describeOnDatabase('the runs of a member', async (open) => {
  const opened = await open()
  const slow = await makeSlowRuns(opened.db, { isShared: false, maxPerMember: MAX })
  const { team, background, services, begin, sent } = slow
  const otherKeyId = await slow.addSlowKey()
  afterAll(() => slow.close())
  const beginMost = async (ctx: TeamCtx) => {
    const runIds = await Promise.all(Array.from({ length: MAX }, () => begin(ctx)))
    await waitUntil(async () => expect(await opened.db.attempt.count()).toBeGreaterThan(MAX))
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
  ])('who %s buy nothing more, not even with waiting calls', async (_, stop) => {
    const member = await makeMember(team, 'member')
    const runIds = await beginMost(member)
    const others = await begin(team.admin, otherKeyId)
    await stop(member.actor.memberId)
    const before = sent()
    await Promise.all(runIds.map((id) => background.ended(id)))
    // Only calls in flight; otherwise each of the twelve would buy at least one more page.
    expect(sent() - before).toBeLessThanOrEqual(2)
    for (const id of runIds)
      expect(await getRun(team.admin, id)).toMatchObject({
        state: 'ENDED',
        endReason: 'cancelled',
        cancelledByName: team.admin.actor.name,
      })
    expect(
      await opened.db.auditEntry.count({ where: { action: 'run.cancel', subjectId: { in: runIds } } }),
    ).toBe(MAX)
    expect((await getRun(team.admin, others)).state).toBe('OPEN')
    await cancelRun(team.admin, services, others)
    await background.ended(others)
    expect(await opened.db.attempt.count({ where: { state: 'OPEN' } })).toBe(0)
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  test('have a limit, even if all start at once; those of a schedule or of others do not count', async () => {
    const member = await makeMember(team, 'member')
    const place = { searchId: slow.searchId, keyId: slow.keyId }
    await startScheduledRun(member, services, { runId: randomUUID(), ...place, capItems: 100_000 })
    const starts = await Promise.allSettled(Array.from({ length: MAX + 5 }, () => begin(member)))
    const begun = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    expect(begun).toHaveLength(MAX)
    for (const start of starts)
      if (start.status === 'rejected')
        expect(start.reason).toMatchObject({
          code: 'conflict',
          message: expect.stringContaining(`${MAX} runs`),
        })
    await startScheduledRun(member, services, { runId: randomUUID(), ...place, capItems: 100_000 })
    await begin(team.admin)
    const [first = ''] = begun
    await cancelRun(member, services, first)
    await background.ended(first)
    await begin(member)
    await expect(begin(member)).rejects.toThrow('Wait until one ends, or cancel one')
  })
})
