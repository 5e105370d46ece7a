import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEntries } from '@/lib/platform/audit'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { bundled } from '@/tests/support/bundled'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { QUICK_NODE } from '@/tests/support/quick-node'
import { type EndedCommand, runCommand } from '@/tests/support/server-command'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

describeOnEachEngine('purser check-audit', (open, engine) => {
  let opened: TestDb
  let team: TestTeam
  let folder: string
  const clock = makeTestClock()
  beforeAll(async () => {
    opened = await open()
    folder = await mkdtemp(join(ROOT, 'node_modules', '.check-audit-'))
    team = await makeTeam(opened.db, clock)
    await sealEntries(opened.db, clock)
  })
  afterAll(async () => {
    await opened.close()
    await rm(folder, { recursive: true, force: true })
  })

  const settings = (): Record<string, string> => {
    const { location } = opened
    return location.engine === 'sqlite'
      ? { PURSER_DATA: dirname(location.file), DATABASE_URL: '' }
      : { DATABASE_URL: location.url }
  }
  const check = (...args: string[]) => runCommand(['check-audit', ...args], folder, settings())
  const checkAsOneFile = async (): Promise<EndedCommand> => {
    const program = await bundled('lib/server/cli/program.ts')
    const env = { ...process.env, ...settings() }
    const args = [...QUICK_NODE, program, 'check-audit']
    const ended = await promisify(execFile)(process.execPath, args, { cwd: folder, env })
    return { code: 0, ...ended }
  }

  test('says that the log is whole, and prints the end of each chain, as the one file of the image', async () => {
    const { code, stdout, stderr } = await checkAsOneFile()
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('The audit log is whole.') })
    expect(stdout).toMatch(/^installation \d+ [0-9a-f]{64}$/m)
    expect(stdout).toContain(team.admin.team.id)
  })

  test('names the place of a changed entry, and exits with 1', async () => {
    const kept = join(folder, 'kept')
    await writeFile(kept, (await check()).stdout)
    expect(await check('--kept', kept)).toMatchObject({ code: 0 })
    const place = { teamId_place: { teamId: team.admin.team.id, place: 1 } }
    const { actorName } = await opened.db.auditEntry.findUniqueOrThrow({ where: place })
    await opened.db.auditEntry.update({ where: place, data: { actorName: 'Someone' } })
    const { code, stderr } = await check('--kept', kept)
    expect(code).toBe(1)
    expect(stderr).toContain(`team ${team.admin.team.id}: the entry at place 1 was changed`)
    await opened.db.auditEntry.update({ where: place, data: { actorName } })
  })

  // Fails before it queries a database.
  test.runIf(engine === 'sqlite')('exits with 2 and a sentence if it cannot check', async () => {
    await writeFile(join(folder, 'none'), 'no end')
    expect(await check('--kept', join(folder, 'none'))).toMatchObject({
      code: 2,
      stderr: 'This is no end of a chain: no end\n',
    })
    expect(await check('--what')).toMatchObject({ code: 2 })
  })
})
