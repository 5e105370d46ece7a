import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BackgroundRuns,
  createBackgroundRuns,
  getRun,
  removeMemberAndRuns,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { createToken, revokeToken } from '@/lib/teams/tokens'
import { makeMember, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

/** Within so long a right that ended is known everywhere. */
const KNOWN_MS = 5000
const RUNS = 10

describeOnEachEngine('a right that ends while its calls wait for their key', (open) => {
  let opened: TestDb
  let upstream: TestUpstream
  let team: TestTeam
  let background: BackgroundRuns
  let services: TestUpstream & { background: BackgroundRuns }
  let keyId: string
  let searchId: string
  beforeAll(async () => {
    opened = await open()
    upstream = await startTestUpstream(systemClock)
    team = await makeTeam(opened.db, systemClock)
    background = createBackgroundRuns({
      services: upstream,
      clock: systemClock,
      isShared: true,
      onError: (error) => expect.unreachable(String(error)),
    })
    services = { ...upstream, background }
    // One call a second: the last of many waits for long.
    const { key } = upstream.issueKey({ pack: 'Free', balanceNano: 1_000_000_000_000_000n })
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    keyId = (await addKey(team.admin, upstream, { key, name: '', ...where })).id
    const search = { name: 'Esme', operation: 'followers', subject: 'esme', shared: true } as const
    searchId = (await createSearch(team.admin, search)).id
  })
  afterAll(async () => {
    await background.stop()
    await upstream.close()
    await opened.close()
  })
  /** The calls that the key has made. */
  const sent = () =>
    upstream.sandbox.operator.state()[0]?.keys.reduce((sum, { requests }) => sum + requests, 0) ?? 0
  const begin = async (ctx: TeamCtx) => {
    const runId = randomUUID()
    await startBackgroundRun(ctx, services, { runId, searchId, keyId, capItems: 100_000 })
    return runId
  }
  const isQuietAfterwards = async () => {
    await systemClock.sleep(KNOWN_MS)
    const before = sent()
    await systemClock.sleep(2500)
    expect(sent() - before).toBe(0)
  }

  test('a token that is revoked sends none of them', async () => {
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

  test('a member who is removed sends none of the pages asked for by hand', async () => {
    const member = await makeMember(team, 'member')
    const pages = Array.from({ length: RUNS }, () =>
      startRun(member, services, { runId: randomUUID(), searchId, keyId }),
    )
    await systemClock.sleep(1500)
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
