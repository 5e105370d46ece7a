import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { findReset } from '@/lib/teams/accounts'
import { makeTeam } from '@/tests/factories/team'
import { bundled } from '@/tests/support/bundled'
import { describeOnDatabase } from '@/tests/support/databases'
import { QUICK_NODE } from '@/tests/support/quick-node'

const run = promisify(execFile)

const PROGRAM = 'lib/server/cli/program.ts'

describeOnDatabase('purser reset-password', (open, engine) => {
  test('prints a link that sets a new password, beside a Purser that runs', async () => {
    const { db, location, close } = await open()
    const team = await makeTeam(db, systemClock)
    const { email } = await db.user.findUniqueOrThrow({ where: { id: team.admin.actor.userId } })
    const env = {
      ...process.env,
      NEXTAUTH_URL: 'https://purser.example.org/',
      DATABASE_URL: location.engine === 'postgres' ? location.url : '',
      PURSER_DATA: location.engine === 'sqlite' ? dirname(location.file) : '.',
    }
    const asFile = [await bundled(PROGRAM)]
    // Once as the npm script starts it: as one file, which the image has, it starts in a fifth of the time.
    const asScript = engine === 'sqlite' ? ['--import', 'tsx', PROGRAM] : asFile
    const command = (...args: string[]) =>
      run(process.execPath, [...QUICK_NODE, ...asFile, 'reset-password', ...args], { env })
    const { stdout } = await run(process.execPath, [...QUICK_NODE, ...asScript, 'reset-password', email], {
      env,
    })
    const [, token = ''] = /^https:\/\/purser\.example\.org\/sign-in\/reset\/([\w-]{43})\n/.exec(stdout) ?? []
    expect(await findReset(db, systemClock, token)).toMatchObject({ email })
    await expect(command('nobody@example.org')).rejects.toMatchObject({
      code: 1,
      stderr: 'No account has the address nobody@example.org.\n',
    })
    await expect(command()).rejects.toMatchObject({ code: 2 })
    await close()
  })
})
