import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import { cancelRun, createRunFeed, startBackgroundRun } from '@/lib/collect/runs'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('a run whose key pauses for long', async (open) => {
  const opened = await open()
  const world = await startScriptedTeam(opened.db, { provider: { retryAfterUnit: 'seconds' } })
  afterAll(() => world.close())

  test('shows its viewers until when, and no longer once it has ended', async () => {
    const { admin } = world.team
    world.upstream.answer = () => ({ status: 429, body: '{}', headers: { 'retry-after': '30' } })
    const ids = { runId: randomUUID(), searchId: await world.search(), keyId: world.keyId }
    const { runId } = await startBackgroundRun(admin, world.services, ids)
    const figuresOf = (keyId: string) => Promise.resolve(world.services.pacers.find(keyId)?.figures() ?? null)
    const tell = async () => (await createRunFeed(admin, figuresOf, runId).next())?.data
    await vi.waitFor(async () => expect((await tell())?.waitingUntil).not.toBeNull(), 5000)
    const until = Date.parse((await tell())?.waitingUntil ?? '')
    expect(until - Date.now()).toBeGreaterThan(20_000)
    expect(until - Date.now()).toBeLessThan(40_000)
    await cancelRun(admin, world.services, runId)
    await world.services.background.ended(runId)
    expect(await tell()).toMatchObject({ state: 'ENDED', waitingUntil: null })
  })
})
