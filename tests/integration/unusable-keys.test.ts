import { afterAll, expect, test } from 'vitest'
import { createRunServices } from '@/lib/collect/runs'
import { newId, systemClock } from '@/lib/kernel'
import { deleteKey, disableKey, listCongestedKeys, rejectCallsOfUnusableKeys } from '@/lib/keys/keys'
import { createPacers } from '@/lib/upstream/pacing'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

const TIMELINE = '/v1/users/ada/tweets?count=20'
const CALLS = 8

describeOnDatabase('a key that another process takes out of use', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const pacers = createPacers(systemClock)
  const other = createRunServices({ ...upstream, pacers }, newId(), systemClock)
  afterAll(async () => {
    other.pacers.closeAll()
    await upstream.close()
  })

  test.each([
    ['disabled', disableKey],
    ['deleted', deleteKey],
  ] as const)('and that is %s: calls waiting for it here are not sent', async (_, takeAway) => {
    const { key } = upstream.issueKey({ pack: 'Free' })
    const service = await makeService(openGateway(upstream, team, systemClock), upstream, team, { key })
    const asked = Array.from({ length: CALLS }, () =>
      service.ask(TIMELINE, { headers: { prefer: 'wait=60' } }),
    )
    await waitUntil(() => listCongestedKeys(upstream).includes(service.keyId))
    await takeAway(team.admin, other, service.keyId)
    await rejectCallsOfUnusableKeys(team.admin, upstream, listCongestedKeys(upstream))

    const answers = await Promise.all(asked)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(CALLS / 2)
    for (const { status, headers } of refused)
      expect([status, headers['purser-problem']]).toEqual([403, 'key_unusable'])
    const sent = upstream.sandbox.operator.state().flatMap(({ keys }) => keys)
    expect(sent.find(({ prefix }) => key.startsWith(prefix))?.pages).toBe(CALLS - refused.length)
  })

  test('and no other: calls waiting for a usable key continue', async () => {
    const { key } = upstream.issueKey({ pack: 'Free' })
    const service = await makeService(openGateway(upstream, team, systemClock), upstream, team, { key })
    const asked = Array.from({ length: 4 }, () => service.ask(TIMELINE, { headers: { prefer: 'wait=60' } }))
    await waitUntil(() => listCongestedKeys(upstream).includes(service.keyId))
    await rejectCallsOfUnusableKeys(team.admin, upstream, listCongestedKeys(upstream))
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  })
})
