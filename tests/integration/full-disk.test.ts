import { afterAll, beforeAll, expect, test } from 'vitest'
import { STORAGE_FAILURE_MESSAGE } from '@/lib/platform/db'
import { ACTIONS } from '@/tests/support/access-table'
import { type InProcessApp, openApp } from '@/tests/support/app-in-process'
import { describeOnEachEngine, fillDisk, type TestDb } from '@/tests/support/databases'
import { type FilledTeam, fillTwoTeams } from '@/tests/support/two-teams'

const START = 'app/(dashboard)/[team]/runs/actions.ts#startRunAction'

describeOnEachEngine('while the disk is full', (open, engine) => {
  let opened: TestDb
  let app: InProcessApp
  let home: FilledTeam
  let free: () => Promise<void>
  beforeAll(async () => {
    opened = await open()
    app = await openApp(opened.location)
    home = (await fillTwoTeams(app)).home
    app.signIn(home.admin)
    free = await fillDisk(app.db)
  })
  afterAll(async () => {
    await free()
    await app.close()
    await opened.close()
  })
  const act = async (name: string) => {
    const input = { ...ACTIONS[name]?.input(home.things), team: home.admin.team.slug }
    return (await app.act(name, input)).serverError
  }

  test('starting a run on its page reports it, and that it may be tried again', async () => {
    expect(await act(START)).toMatchObject({ code: 'unavailable', message: STORAGE_FAILURE_MESSAGE })
  })

  test('a file whose audit entry cannot be written is refused with the reason', async () => {
    const { slug } = home.admin.team
    const answer = await app.get('app/api/usage/route.ts', `/api/usage?team=${slug}&format=csv&by=key`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: 'unavailable', message: STORAGE_FAILURE_MESSAGE })
  })

  // The two tests above cover the errors of each engine.
  const isAsked = engine === 'sqlite' || process.env.TEST_ENGINES === 'both'
  test.runIf(isAsked)('no action fails with an unexpected error', async () => {
    // In parallel, because some wait several seconds for a slot.
    const told = await Promise.all(Object.keys(ACTIONS).map(async (name) => [name, (await act(name))?.code]))
    expect(told.filter(([, code]) => code === 'unexpected')).toEqual([])
    expect(told.filter(([, code]) => code === 'unavailable').length).toBeGreaterThan(40)
  })
})
