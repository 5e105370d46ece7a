import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { removeMember } from '@/lib/teams/teams'
import { revokeToken } from '@/lib/teams/tokens'
import { bearer, fillForApi, makeToken } from '@/tests/support/api-team'
import { openApp } from '@/tests/support/app-in-process'
import { describeOnDatabase } from '@/tests/support/databases'
import { fillTwoTeams } from '@/tests/support/two-teams'

const EXPORT = 'app/api/runs/[id]/export/route.ts'
const FORMATS = ['csv', 'jsonl', 'xlsx', 'parquet'] as const
/** Maximum time until a right that ended is known everywhere. */
const KNOWN_MS = 5000

describeOnDatabase('a download', async (open) => {
  const opened = await open()
  const app = await openApp(opened.location)
  const home = await fillForApi((await fillTwoTeams(app)).home)
  afterAll(() => app.close())
  afterEach(() => vi.restoreAllMocks())
  const path = (format: string) =>
    `/api/runs/${home.ids.runId}/export?team=${home.admin.team.slug}&format=${format}`
  const ofToken = (token: string, signal?: AbortSignal) =>
    app.api('GET', `/runs/${home.ids.runId}/export?format=csv`, {
      headers: bearer(token),
      ...(signal && { signal }),
    })

  test('frees its place if the client leaves before the first byte', async () => {
    app.signIn(home.admin)
    for (let round = 0; round < 3; round++)
      for (const format of FORMATS) {
        const leaving = new AbortController()
        // The server does not even cancel the body after the client has left.
        const answer = await app.get(EXPORT, path(format), leaving.signal)
        expect(answer.status).toBe(200)
        leaving.abort()
        expect((await app.get(EXPORT, path(format), leaving.signal)).status).toBe(200)
      }
    for (let at = 0; at < 12; at++) {
      const leaving = new AbortController()
      expect((await ofToken(home.token, leaving.signal)).status).toBe(200)
      leaving.abort()
      await expect.poll(() => ofToken(home.token).then((answer) => answer.text())).toContain('time_utc')
    }
    const whole = await app.get(EXPORT, path('csv'))
    expect(whole.status).toBe(200)
    expect(await whole.text()).toContain('time_utc')
  })

  test('can be restarted completely after it was cut off', async () => {
    app.signIn(home.admin)
    for (const format of FORMATS) {
      const whole = Buffer.from(await (await app.get(EXPORT, path(format))).arrayBuffer())
      const reader = (await app.get(EXPORT, path(format))).body?.getReader()
      await reader?.read()
      await reader?.cancel()
      const again = Buffer.from(await (await app.get(EXPORT, path(format))).arrayBuffer())
      if (format === 'csv' || format === 'jsonl') expect(again.equals(whole)).toBe(true)
      else expect(again.length).toBeGreaterThan(whole.length / 2)
    }
  })

  test('delivers nothing more once its token is revoked or its member removed', async () => {
    const { id: tokenId, token } = await makeToken(home)
    const ofProgram = (await ofToken(token.reveal())).body?.getReader()
    app.signIn(home.member)
    const ofMember = (await app.get(EXPORT, path('csv'))).body?.getReader()
    for (const reader of [ofProgram, ofMember]) expect((await reader?.read())?.done).toBe(false)
    await revokeToken(home.admin, { tokenId })
    await removeMember(home.admin, { memberId: home.member.actor.memberId })
    const { clock } = app.runtime
    const now = clock.monotonic()
    vi.spyOn(clock, 'monotonic').mockImplementation(() => now + KNOWN_MS)
    for (const reader of [ofProgram, ofMember])
      await expect(reader?.read()).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})
