import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { openDirect } from '@/lib/platform/db'
import { createPacers, slotStore } from '@/lib/upstream/pacing'
import { describeOnPostgres } from '@/tests/support/databases'

const RATE = 100
const CALLS = 100

describeOnPostgres('a process that shares a key', (open) => {
  test('is killed: the other goes on at the full pace', async () => {
    const made = await open()
    const direct = openDirect(made.location)
    if (!direct || made.location.engine !== 'postgres') throw new Error('PostgreSQL it must be')
    const { url } = made.location
    const job = { url, keys: [{ keyRef: 'ref', rate: RATE }], seconds: 100, isBlocked: false }
    const child = fork('tests/bench/shared-slots/worker.ts', [JSON.stringify(job)], {
      execArgv: ['--import', 'tsx'],
    })
    try {
      await once(child, 'message')
      child.send('go')
      const pacer = createPacers(systemClock, slotStore(direct)).for('key', RATE, 'ref')
      /** How long a hundred calls take from here, in milliseconds. */
      const callAll = async () => {
        const begun = systemClock.monotonic()
        await Promise.all(Array.from({ length: CALLS }, async () => (await pacer.slot()).answered()))
        return systemClock.monotonic() - begun
      }
      const beside = await callAll()
      child.kill('SIGKILL')
      await once(child, 'exit')
      const alone = await callAll()
      expect(beside).toBeGreaterThan(1400)
      expect(alone).toBeLessThan(0.75 * beside)
    } finally {
      child.kill('SIGKILL')
      await direct.close()
      await made.close()
    }
  })
})
