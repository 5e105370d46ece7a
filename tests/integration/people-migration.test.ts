import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '@/lib/platform/db'
import { isInstallationAdmin, mayMakeTeams } from '@/lib/teams/accounts'
import { describeOnEachEngine, openEmpty } from '@/tests/support/databases'

const PEOPLE = '20261123020000_b_people'

const user = (id: string, at: string) =>
  `INSERT INTO "User" ("id", "email", "name", "passwordHash", "createdAt") VALUES ('${id}', '${id}@example.org', '${id}', '', ${at})`
const channel = (kind: string) =>
  `INSERT INTO "AlertChannel" ("id", "teamId", "name", "kind", "hint", "sealed", "kinds", "enabled", "createdAt")
   VALUES ('${kind}', 't', '${kind}', '${kind}', '', '', '[]', TRUE, NOW)`

describeOnEachEngine('a database of the version before installation admins', (_open, engine) => {
  test('has its oldest account as one, lets everyone make teams as before, and keeps its mail channels', async () => {
    const earlier = await mkdtemp(join(tmpdir(), 'purser-migrations-'))
    const { db, location, close } = await openEmpty(engine)
    try {
      const from = join('prisma', engine, 'migrations')
      for (const name of await readdir(from))
        if (name < PEOPLE)
          await cp(join(from, name), join(earlier, engine, 'migrations', name), { recursive: true })
      await migrate(location, earlier)
      const [now, before] =
        engine === 'sqlite'
          ? ['1790000000000', '1780000000000']
          : ["'2026-09-21T13:33:20Z'", "'2026-05-28T20:26:40Z'"]
      const rows = [
        user('newer', 'NOW'),
        user('oldest', before),
        `INSERT INTO "Installation" ("id", "createdAt") VALUES ('only', NOW)`,
        channel('email'),
        channel('slack'),
      ]
      for (const row of rows) await db.$executeRawUnsafe(row.replaceAll('NOW', now))
      await migrate(location, 'prisma')
      expect(await isInstallationAdmin(db, 'oldest')).toBe(true)
      expect(await isInstallationAdmin(db, 'newer')).toBe(false)
      expect(await mayMakeTeams(db, 'newer')).toBe(true)
      const [mail, slack] = await db.alertChannel.findMany({ orderBy: { id: 'asc' } })
      expect(mail?.confirmedAt).toEqual(mail?.createdAt)
      expect(slack?.confirmedAt).toBeNull()
    } finally {
      await close()
      await rm(earlier, { recursive: true })
    }
  })
})
