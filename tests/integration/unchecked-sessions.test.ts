import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { signOut } from '@/lib/teams/accounts'
import { removeMember } from '@/lib/teams/teams'
import { makeMember, makeTeam, type TestTeam } from '@/tests/factories/team'
import { type InProcessApp, openApp } from '@/tests/support/app-in-process'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const USAGE = 'app/api/usage/route.ts'

describeOnEachEngine('a session and a membership, which are queried together', (open) => {
  let opened: TestDb
  let app: InProcessApp
  let team: TestTeam
  beforeAll(async () => {
    opened = await open()
    app = await openApp(opened.location)
    team = await makeTeam(app.db, systemClock)
  })
  afterAll(async () => {
    await app.close()
    await opened.close()
  })
  const usage = () => app.get(USAGE, `/api/usage?team=${team.admin.team.slug}&format=csv&by=key`)

  test('that cannot be queried sign nobody out, and the answer says so', async () => {
    app.signIn(team.admin)
    expect((await usage()).status).toBe(200)
    const tables = ['Session', 'Member']
    for (const table of tables)
      await opened.db.$executeRawUnsafe(`ALTER TABLE "${table}" RENAME TO "${table}Away"`)
    const answer = await usage()
    for (const table of tables)
      await opened.db.$executeRawUnsafe(`ALTER TABLE "${table}Away" RENAME TO "${table}"`)
    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('You are still signed in')
    expect((await usage()).status).toBe(200)
  })

  test('end at once, even though the token was opened before', async () => {
    const [gone, signedOut, removed] = [
      await makeMember(team, 'member'),
      await makeMember(team, 'member'),
      await makeMember(team, 'member'),
    ]
    const ends = [
      [
        gone,
        404,
        () =>
          opened.db.member.update({ where: { id: gone.actor.memberId }, data: { removedAt: new Date() } }),
      ],
      [signedOut, 401, () => signOut(opened.db, systemClock, signedOut.actor.sid)],
      // A removal also ends the sessions.
      [removed, 401, () => removeMember(team.admin, { memberId: removed.actor.memberId })],
    ] as const
    for (const [ctx, status, end] of ends) {
      app.signIn(ctx)
      expect((await usage()).status).toBe(200)
      await end()
      expect((await usage()).status).toBe(status)
    }
  })
})
