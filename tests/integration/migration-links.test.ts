import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { migrate } from '@/lib/platform/db'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnSqlite } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

const CHECK = 'PRAGMA foreign_key_check'

describeOnSqlite('links between rows', async (open) => {
  const opened = await open()
  await makeTeam(opened.db, makeTestClock())
  const folder = await mkdtemp(join(tmpdir(), 'purser-links-'))
  await cp('prisma', folder, { recursive: true })
  afterAll(async () => {
    await rm(folder, { recursive: true })
  })
  const add = async (name: string, text: string) => {
    const place = join(folder, 'sqlite', 'migrations', name)
    await mkdir(place)
    await writeFile(join(place, 'migration.sql'), text)
  }
  const noted = () => notedStatements(() => migrate(opened.location, folder))

  test('are not checked at a start without changes, nor after a new column, because that reads the whole database', async () => {
    expect(await noted()).not.toContain(CHECK)
    await add('20990101000000_column', 'ALTER TABLE "Team" ADD COLUMN "color" TEXT;')
    expect(await noted()).not.toContain(CHECK)
    const columns = await opened.db.$queryRawUnsafe<{ name: string }[]>('PRAGMA table_info("Team")')
    expect(columns.map(({ name }) => name)).toContain('color')
  })

  test('are checked after a migration that may break them, and a broken one changes nothing', async () => {
    const users = await opened.db.user.count()
    await add('20990102000000_breaks', 'DELETE FROM "User";')
    await expect(migrate(opened.location, folder)).rejects.toThrow('rows that point nowhere')
    expect(await opened.db.user.count()).toBe(users)
  })
})
