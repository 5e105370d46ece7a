import { afterAll, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { revokeToken } from '@/lib/teams/tokens'
import { bearer, fillForApi, makeToken } from '@/tests/support/api-team'
import { openApp } from '@/tests/support/app-in-process'
import { describeOnDatabase } from '@/tests/support/databases'
import { fillTwoTeams } from '@/tests/support/two-teams'

describeOnDatabase('a run followed with a token', async (open) => {
  const opened = await open()
  const app = await openApp(opened.location)
  const home = await fillForApi((await fillTwoTeams(app)).home)
  afterAll(() => app.close())

  /** Creates another member's open run, shared with the team. */
  const openRun = async (): Promise<string> => {
    const { id: _, ...run } = await opened.db.run.findUniqueOrThrow({ where: { id: home.ids.runId ?? '' } })
    const own = { state: 'OPEN', endReason: null, endedAt: null, shared: true, memberId: newId() }
    return (await opened.db.run.create({ data: { ...run, ...own, id: newId() } })).id
  }
  const follow = async (runId: string, token: string) => {
    const leaving = new AbortController()
    const answer = await app.api('GET', `/runs/${runId}/events`, {
      headers: bearer(token),
      signal: leaving.signal,
    })
    let text = ''
    const reading = (async () => {
      for await (const chunk of answer.body ?? []) text += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    return { text: () => text, reading, leave: () => leaving.abort() }
  }

  test('may be one of many: a program is not limited like a browser', async () => {
    const runs = await Promise.all(Array.from({ length: 6 }, openRun))
    const followed = await Promise.all(runs.map((id) => follow(id, home.token)))
    for (const { text } of followed) await expect.poll(text).toContain('data: ')
    expect(followed.map(({ text }) => text().includes('event: end'))).toEqual(new Array(6).fill(false))
    for (const { leave } of followed) leave()
    await Promise.all(followed.map(({ reading }) => reading))
  })

  test('ends once the token may no longer see it or is revoked, and says which', async () => {
    const { id: tokenId, token } = await makeToken(home)
    const [hidden, seen] = await Promise.all([openRun(), openRun()])
    const [first, second] = await Promise.all([hidden, seen].map((id) => follow(id, token.reveal())))
    await expect.poll(() => first?.text()).toContain('data: ')
    await opened.db.run.update({ where: { id: hidden }, data: { shared: false } })
    await first?.reading
    expect(first?.text()).toContain('event: end\ndata: {"reason":"gone"}')
    expect(second?.text()).not.toContain('event: end')
    await revokeToken(home.admin, { tokenId })
    await second?.reading
    expect(second?.text()).toContain('event: end\ndata: {"reason":"signed-out"}')
  }, 20_000)
})
