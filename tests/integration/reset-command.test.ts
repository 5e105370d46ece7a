import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { findResetLink } from '@/lib/teams/accounts'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'
import { QUICK_NODE } from '@/tests/support/quick-node'
import { runCommand } from '@/tests/support/server-command'

describeOnDatabase('purser reset-password', (open, engine) => {
  test('prints a link that sets a new password, while Purser is running', async () => {
    const { db, location, close } = await open()
    const team = await makeTeam(db, systemClock)
    const { email } = await db.user.findUniqueOrThrow({ where: { id: team.admin.actor.userId } })
    const env = {
      NEXTAUTH_URL: 'https://purser.example.org/',
      DATABASE_URL: location.engine === 'postgres' ? location.url : '',
      PURSER_DATA: location.engine === 'sqlite' ? dirname(location.file) : '.',
    }
    const command = (...args: string[]) => runCommand(['reset-password', ...args], '.', env)
    // On SQLite, run it as the npm script does.
    const asScript = async () =>
      promisify(execFile)(
        process.execPath,
        [...QUICK_NODE, '--import', 'tsx', 'lib/server/cli/program.ts', 'reset-password', email],
        { env: { ...process.env, ...env } },
      )
    const { stdout } = await (engine === 'sqlite' ? asScript() : command(email))
    const [, token = ''] = /^https:\/\/purser\.example\.org\/sign-in\/reset\/([\w-]{43})\n/.exec(stdout) ?? []
    expect(await findResetLink(db, systemClock, token)).toMatchObject({ email })
    expect(await command('nobody@example.org')).toMatchObject({
      code: 1,
      stderr: 'No account has the address nobody@example.org.\n',
    })
    expect(await command()).toMatchObject({ code: 2 })
    await close()
  })
})
