import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '@/lib/sandbox'
import {
  isOperatorCommand,
  OPERATOR_COMMANDS,
  runOperatorCommand,
  SANDBOX_HELP,
} from '@/lib/server/cli/sandbox'
import { bundled } from '@/tests/support/bundled'
import { request } from './start'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-operator-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Runs one command. Returns what it printed. */
async function perform(line: string): Promise<string> {
  const [name = '', ...args] = line.split(' ')
  if (!isOperatorCommand(name)) throw new Error(`${name} is no command`)
  const printed: string[] = []
  await runOperatorCommand(name, args, (text) => printed.push(text))
  return printed.join('\n')
}

const UUID = /[0-9a-f-]{36}/

/** Starts a sandbox on a folder, with its control port. */
async function serve(folder: string) {
  const sandbox = await createSandbox({ dataDir: folder })
  onTestFinished(() => sandbox.close())
  const { baseUrl } = await sandbox.listen({ port: 0 })
  return { sandbox, baseUrl, controlUrl: (await sandbox.listenControl({ port: 0 })).baseUrl }
}

describe.each(['on the folder of a sandbox that does not run', 'on the control port of one that runs'])(
  'the operator %s',
  (where) => {
    const open = async () => {
      const folder = await makeFolder()
      if (where.includes('folder')) return { folder, at: `--data ${folder}` }
      return { folder, at: `--control ${(await serve(folder)).controlUrl}` }
    }

    test('creates a wallet, sells a pack, creates a key, tops up, revokes, and lists it all', async () => {
      const { at } = await open()
      expect(await perform(`list ${at}`)).toContain('no wallet yet')
      const made = await perform(`create-wallet --name Acme --balance 1000.5 --pack Starter ${at}`)
      const wallet = UUID.exec(made)?.[0] ?? ''
      await perform(`buy-pack --wallet ${wallet} --pack Growth ${at}`)
      await perform(`top-up --wallet ${wallet} --amount 0.25 ${at}`)
      const key = /xd_live_\w{32}$/.exec(await perform(`create-key --wallet ${wallet} ${at}`))?.[0] ?? ''
      const prefix = key.slice(0, 12)
      expect(await perform(`list ${at}`)).toContain(`${prefix}…: 0 requests`)
      await perform(`revoke-key --prefix ${prefix} ${at}`)

      const listed = await perform(`list ${at}`)
      expect(listed).toContain(`Acme (${wallet}): 1000.75 credits`)
      for (const pack of ['Starter', 'Growth']) expect(listed).toContain(`${pack} pack, bought `)
      expect(listed).toContain(`${prefix}… (revoked)`)
      expect(listed).not.toContain(key)
      expect(JSON.parse(await perform(`list --json ${at}`))).toMatchObject([
        {
          id: wallet,
          balance: '1000.75',
          packs: [{ pack: 'Starter' }, { pack: 'Growth' }],
          keys: [{ prefix }],
        },
      ])
    })

    test('creates a wallet of a service, and a key in its form', async () => {
      const { at } = await open()
      const made = await perform(`create-wallet --name Theirs --balance 20 --service xquik ${at}`)
      const wallet = UUID.exec(made)?.[0] ?? ''
      expect(await perform(`create-key --wallet ${wallet} ${at}`)).toMatch(/xq_[0-9a-f]{64}$/)
      expect(await perform(`list ${at}`)).toContain(`Theirs (${wallet}): 20 credits, xquik`)
      await perform(`create-wallet --name Dear --balance 0.5 --service x ${at}`)
      expect(await perform(`list ${at}`)).toContain('0.5 USD, x')
      expect(JSON.parse(await perform(`list --json ${at}`))).toMatchObject([
        { service: 'xquik' },
        { unit: 'USD' },
      ])
    })

    test.each([
      ['buy-pack --wallet none --pack Growth', 'The wallet was not found.'],
      ['create-key --wallet none', 'The wallet was not found.'],
      ['revoke-key --prefix xd_live_none', 'The key was not found.'],
      ['create-wallet --name A --pack Huge', 'choose one of Free, Starter'],
      ['create-wallet --name A --service y', 'choose one of twitterapi.io, socialdata'],
      ['create-wallet --name A --service x --pack Scale', 'x sells no packs'],
      ['create-wallet --name A --balance much', 'must be a decimal number of credits'],
      ['create-wallet --name A --balance -1', /never negative|ambiguous/],
    ])('refuses %s, and does nothing', async (line, sentence) => {
      const { at } = await open()
      await expect(perform(`${line} ${at}`)).rejects.toThrow(sentence)
      expect(await perform(`list ${at}`)).toContain('no wallet yet')
    })
  },
)

describe('the command line of the operator', () => {
  test.each([
    ['create-wallet', 'create-wallet needs --name. Try --help.'],
    ['top-up --amount 3', 'top-up needs --wallet.'],
    ['buy-pack', 'buy-pack needs --wallet and --pack.'],
    ['list --colour', "Unknown option '--colour'"],
    ['list extra', 'Unexpected argument'],
    ['list --control nowhere', '--control must be an address'],
  ])('says what is wrong with %s', async (line, sentence) => {
    await expect(perform(line)).rejects.toThrow(sentence)
    await expect(perform(line)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('names the process that holds a folder, and how to reach a running sandbox', async () => {
    const folder = await makeFolder()
    const { sandbox, baseUrl, controlUrl } = await serve(folder)
    await expect(perform(`list --data ${folder}`)).rejects.toThrow(`in use by process ${process.pid}`)
    const wallet = UUID.exec(
      await perform(`create-wallet --name Live --balance 5 --control ${controlUrl}`),
    )?.[0]
    const key = /xd_live_\w{32}/.exec(
      await perform(`create-key --wallet ${wallet} --control ${controlUrl}`),
    )?.[0]
    const me = await request(`${baseUrl}/v1/me`, { headers: { 'x-api-key': key ?? '' } })
    expect(me.body).toMatchObject({ balance: 5, rate_limit_qps: 1 })
    await sandbox.close()
    await expect(perform(`list --control ${controlUrl}`)).rejects.toThrow('Start one with --control-port')
    expect(await perform(`list --data ${folder}`)).toContain('1 requests, 0 pages')
  })

  test('the help names every command', () => {
    for (const command of OPERATOR_COMMANDS) expect(SANDBOX_HELP).toContain(`  ${command} `)
  })

  test('as a program exits with 0 after the help, 2 after a wrong line, and 1 after a failure', async () => {
    const program = await bundled('lib/server/cli/program.ts')
    const run = (...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'sandbox', ...args], {
        encoding: 'utf8',
      })
      return { status, stdout, stderr }
    }
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining(SANDBOX_HELP) })
    expect(run('sell')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('There is no command "sell"'),
    })
    expect(run('--port', 'x')).toMatchObject({
      status: 2,
      stderr: '--port must be a whole number from 0 to 65535.\n',
    })
    expect(run('create-key', '--wallet', 'none', '--data', await makeFolder())).toMatchObject({
      status: 1,
      stderr: 'The wallet was not found.\n',
    })
  })
})
