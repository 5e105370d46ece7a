import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '@/lib/platform/db'
import { bundle } from '@/lib/server/build/bundle.mjs'
import { openVault, prepareServer } from '@/lib/server/runtime'
import { opensAll, storeSealed } from '@/tests/factories/sealed-rows'
import { QUICK_NODE } from '@/tests/support/quick-node'
import { runCommand } from '@/tests/support/server-command'

// Packages are found from below this folder, as in the image.
const image = resolve(`node_modules/.cache/purser-tests/${process.pid}-image`)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-upkeep-'))
  mkdirSync(image, { recursive: true })
  cpSync('package.json', join(image, 'package.json'))
  for (const engine of ['sqlite', 'postgres'])
    cpSync(`prisma/${engine}/migrations`, join(image, `prisma/${engine}/migrations`), { recursive: true })
  await bundle('lib/server/cli/program.ts', join(image, 'program.mjs'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(image, { recursive: true, force: true })
})

interface Ended {
  readonly code: number
  readonly text: string
}

/** Runs the image's commands as an operator does: from another folder, on a data folder. */
const run = (data: string, ...args: string[]): Promise<Ended> =>
  promisify(execFile)(process.execPath, [...QUICK_NODE, join(image, 'program.mjs'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PURSER_DATA: data },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  )

test('the image’s commands back up, restore and change the master key, and report an error in one sentence', async () => {
  const [data, other] = [join(folder, 'data'), join(folder, 'other')]
  const { env, hold } = await prepareServer({ PURSER_DATA: data }, 'prisma')
  const db = openDb({ engine: 'sqlite', file: join(data, 'purser.db') })
  const secrets = await storeSealed(db, await openVault(env, db), 5)
  const former = readFileSync(join(data, 'master.key'), 'utf8')

  // Purser still holds the folder, so only a backup is allowed.
  expect(await run(data, 'backup', 'one.backup')).toMatchObject({
    code: 0,
    text: expect.stringMatching(
      /^Wrote \d+ rows of \d+ tables to .*one\.backup\. It does not hold the master key/,
    ),
  })
  expect(statSync(join(folder, 'one.backup')).mode & 0o777).toBe(0o600)
  expect(await run(data, 'rewrap')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Another Purser uses'),
  })
  await db.$disconnect()
  await hold?.release()

  const rewrapped = await run(data, 'rewrap')
  expect(rewrapped.code).toBe(0)
  const after = readFileSync(join(data, 'master.key'), 'utf8')
  expect(after).not.toBe(former)
  for (const key of [former, after]) expect(rewrapped.text).not.toContain(key.trim())

  expect((await run(other, 'restore', 'one.backup')).text).toMatch(/^Restored \d+ rows, as they were at /)
  expect(existsSync(join(other, 'master.key'))).toBe(false)
  const restored = openDb({ engine: 'sqlite', file: join(other, 'purser.db') })
  const given = { ...env, PURSER_DATA: other }
  // The backup was made before the rewrap, so it needs the former master key.
  await expect(openVault({ ...given, PURSER_MASTER_KEY: after }, restored)).rejects.toThrow('not the one')
  expect(
    await opensAll(restored, await openVault({ ...given, PURSER_MASTER_KEY: former }, restored), secrets),
  ).toBe(true)
  await restored.$disconnect()

  for (const [args, code, why] of [
    [['other', 'x'], 2, /There is no command/],
    [['--help'], 0, /Server commands/],
  ] as const) {
    const ended = await run(other, ...args)
    expect(ended).toMatchObject({ code, text: expect.stringMatching(why) })
    expect(ended.text).not.toMatch(/\n\s+at /)
  }
  for (const [args, code, why] of [
    [['restore', 'one.backup'], 1, /There is a database in/],
    [['backup', 'one.backup'], 2, /is there already/],
    [['restore', 'none.backup'], 2, /There is no file/],
    [['backup'], 2, /Name one file/],
    [['rewrap', 'x'], 2, /takes no arguments/],
    [['help', 'backup'], 0, /purser backup <file>/],
    [['rewrap', '--help'], 0, /Purser must be stopped/],
  ] as const) {
    const ended = await runCommand(args, folder, { PURSER_DATA: other, DATABASE_URL: '' })
    const text = ended.stdout + ended.stderr
    expect(text, args.join(' ')).toMatch(why)
    expect(ended.code, args.join(' ')).toBe(code)
    expect(text).not.toMatch(/\n\s+at /)
  }
})
