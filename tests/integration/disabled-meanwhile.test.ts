import { afterAll, expect, test, vi } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { checkKey, disableKey } from '@/lib/keys/keys'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const SLOW_MS = 1200
const BEGUN_MS = 500

describeOnDatabase('a key that is disabled while the API answers', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  afterAll(() => upstream.close())

  async function makeKey() {
    upstream.sandbox.chooseLatency({ ms: 0, spreadMs: 0 })
    const { key } = upstream.issueKey()
    const service = await makeService(openGateway(upstream, team, systemClock), upstream, team, { key })
    upstream.sandbox.chooseLatency({ ms: SLOW_MS, spreadMs: 0 })
    return { key, service }
  }
  const disableMeanwhile = async ({ keyId }: TestService, answer: Promise<unknown>) => {
    await systemClock.sleep(BEGUN_MS)
    await disableKey(team.admin, upstream, keyId)
    await answer.catch(() => undefined)
    return (await opened.db.key.findUniqueOrThrow({ where: { id: keyId } })).status
  }

  test('stays disabled when a check finds that it is no longer refused', async () => {
    const { service } = await makeKey()
    await opened.db.key.update({ where: { id: service.keyId }, data: { status: 'refused' } })
    const check = checkKey(team.admin, upstream, service.keyId)
    expect(await disableMeanwhile(service, check)).toBe('disabled')
  })

  test('stays disabled when an earlier call is refused', async () => {
    const { key, service } = await makeKey()
    upstream.sandbox.operator.revokeByPrefix(key.slice(0, 12))
    const answer = service.ask('/v1/users/ada/tweets?count=20')
    expect(await disableMeanwhile(service, answer)).toBe('disabled')
    expect((await answer).status).toBe(401)
  })

  test('becomes refused if it is not disabled, and active again after a check', async () => {
    const { key, service } = await makeKey()
    await opened.db.key.update({ where: { id: service.keyId }, data: { status: 'refused' } })
    await checkKey(team.admin, upstream, service.keyId)
    const statusOf = async () =>
      (await opened.db.key.findUniqueOrThrow({ where: { id: service.keyId } })).status
    expect(await statusOf()).toBe('active')
    upstream.sandbox.operator.revokeByPrefix(key.slice(0, 12))
    await service.ask('/v1/users/ada/tweets?count=20')
    await vi.waitFor(async () => expect(await statusOf()).toBe('refused'), { timeout: 10_000 })
  })
})
