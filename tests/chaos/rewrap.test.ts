import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createVault } from '@/lib/platform/vault'
import { openVault, readEnv } from '@/lib/server/runtime'
import { opensAll, storeSealed } from '@/tests/factories/sealed-rows'
import { describeOnEachEngine } from '@/tests/support/databases'

const KILLS = Number(process.env.REWRAP_KILLS ?? 0)
const KEYS = 3000
const COMMAND = ['--import', 'tsx', 'lib/server/cli/program.ts', 'rewrap']

// `npm run test:long -- rewraps`. The short form, in one process, is tests/integration/rewrap.test.ts.
describe.runIf(KILLS > 0)('purser rewrap, killed', () => {
  describeOnEachEngine(`${KILLS} times`, (open) => {
    test(
      'leaves one master key that opens everything, and completes in the end',
      async () => {
        const { db, location, close } = await open()
        const folder =
          location.engine === 'sqlite'
            ? dirname(location.file)
            : await mkdtemp(join(tmpdir(), 'purser-rewrap-'))
        onTestFinished(async () => {
          await close()
          await rm(folder, { recursive: true, force: true })
        })
        const url = location.engine === 'postgres' ? location.url : ''
        const env = readEnv({ PURSER_DATA: folder, DATABASE_URL: url })
        const secrets = await storeSealed(db, await openVault(env, db), KEYS)
        const run = () =>
          spawn(process.execPath, COMMAND, {
            env: { ...process.env, PURSER_DATA: folder, DATABASE_URL: url },
            stdio: ['ignore', 'ignore', 'inherit'],
          })
        const opensByTheKnown = async () => {
          const files = ['master.key', 'master.key.new', 'master.key.former'].map((name) =>
            join(folder, name),
          )
          const keys = files.flatMap((file) =>
            existsSync(file) ? Buffer.from(readFileSync(file, 'utf8').trim(), 'base64') : [],
          )
          for (const key of keys) {
            const vault = createVault(key)
            if ((await vault.check.compare(db)) === 'same') return opensAll(db, vault, secrets)
          }
          return false
        }
        const began = performance.now()
        const [code] = await once(run(), 'exit')
        expect(code).toBe(0)
        const maxMs = performance.now() - began
        let ended = 0
        for (let kill = 0; kill < KILLS; kill++) {
          const child = run()
          const exit = once(child, 'exit')
          // Most of its time is startup, and most of the kills must hit its work.
          await Promise.race([exit, delay(maxMs * (0.4 + 0.6 * Math.random()))])
          child.kill('SIGKILL')
          const [status] = await exit
          if (status === 0) ended++
          expect(await opensByTheKnown()).toBe(true)
        }
        const [last] = await once(run(), 'exit')
        expect(last).toBe(0)
        expect(await opensAll(db, await openVault(env, db), secrets)).toBe(true)
        console.log(`${KILLS} kills, ${ended} of them after the end`)
      },
      120_000 + KILLS * 20_000,
    )
  })
})
