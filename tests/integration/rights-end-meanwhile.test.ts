import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { getRun, removeMemberAndRuns, startRun } from '@/lib/collect/runs'
import { systemClock } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { createToken, revokeToken } from '@/lib/teams/tokens'
import { makeSlowRuns } from '@/tests/factories/slow-runs'
import { makeMember } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

/** Maximum time until a right that ended is known everywhere. */
const KNOWN_MS = 5000
const RUNS = 10

describeOnDatabase('a right that ends while its calls wait for their key', async (open) => {
  const opened = await open()
  const slow = await makeSlowRuns(opened.db, { isShared: true })
  const { team, background, services, begin, sent } = slow
  afterAll(() => slow.close())
  const isQuietAfterwards = async () => {
    await systemClock.sleep(KNOWN_MS)
    const before = sent()
    await systemClock.sleep(2500)
    expect(sent() - before).toBe(0)
  }

  test('a revoked token sends none of them', async () => {
    const { id: tokenId } = await createToken(team.admin, {
      name: 'Nightly',
      permissions: ['runs:write'],
      expiresInDays: null,
    })
    const actor = { ...team.admin.actor, userId: tokenId, memberId: tokenId, tokenId, sid: tokenId }
    const ctx: TeamCtx = { ...team.admin, actor: { ...actor, name: 'Nightly (token)', role: 'member' } }
    const runs = await Promise.all(Array.from({ length: RUNS }, () => begin(ctx)))
    await waitUntil(async () => expect(await opened.db.attempt.count()).toBeGreaterThan(RUNS))
    await revokeToken(team.admin, { tokenId })
    await isQuietAfterwards()
    for (const runId of runs) {
      await background.ended(runId)
      expect(await getRun(team.admin, runId)).toMatchObject({
        state: 'ENDED',
        endReason: 'problem',
        endNote: 'Nightly (token) may no longer run searches in this team.',
      })
    }
    expect(await brokenInvariants(opened.db)).toEqual([])
  }, 60_000)

  test('a removed member’s pages by hand are not sent', async () => {
    const member = await makeMember(team, 'member')
    const { searchId, keyId } = slow
    const before = await opened.db.attempt.count()
    const pages = Array.from({ length: RUNS }, () =>
      startRun(member, services, { runId: randomUUID(), searchId, keyId }),
    )
    await waitUntil(async () => expect(await opened.db.attempt.count()).toBe(before + RUNS))
    await removeMemberAndRuns(team.admin, services, { memberId: member.actor.memberId })
    await isQuietAfterwards()
    const unsent = (await Promise.all(pages)).flatMap(({ problem }) => problem ?? [])
    expect(unsent.length).toBeGreaterThan(RUNS / 2)
    for (const problem of unsent)
      expect(problem).toMatchObject({
        kind: 'cancelled',
        charged: 'no',
        message: 'Max Member may no longer run searches in this team.',
      })
    expect(await brokenInvariants(opened.db)).toEqual([])
  }, 60_000)
})
