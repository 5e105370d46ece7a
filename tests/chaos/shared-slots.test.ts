import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { openDirect } from '@/lib/platform/db'
import { createPacers, createSlotStore, type SlotStore } from '@/lib/upstream/pacing'
import { bundled } from '@/tests/support/bundled'
import { describeOnPostgres } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

const RATE = 100
const CALLS = 100
/** Maximum number of slots that a process takes at once; see shared-slots.ts. */
const MAX_AHEAD = 20
/** The database counts in microseconds, which round. */
const ROUNDING_MS = 0.01

const CONNECTED = 'SELECT pid FROM pg_stat_activity WHERE application_name = $1'

/** Records for each take of slots by how much the key's next free slot has moved since the previous take. */
function noting(store: SlotStore) {
  let takes: { readonly aheadMs: number; readonly skippedMs: number; readonly gapMs: number }[] = []
  let nextMs: number | null = null
  const noted: SlotStore = {
    ...store,
    async take(keyRef, wanted) {
      const taken = await store.take(keyRef, wanted)
      const { firstMs, nowMs } = taken
      // Unless others took slots in between, it is where we left it or, if that has passed, as early as
      // requested.
      const soonestMs = nowMs - wanted.catchUpMs
      const skippedMs = nextMs === null ? 0 : firstMs - Math.max(nextMs, soonestMs)
      takes.push({ aheadMs: firstMs - nowMs, skippedMs, gapMs: wanted.gapMs })
      nextMs = firstMs + wanted.count * wanted.gapMs
      return taken
    },
  }
  const read = () => {
    const noted = takes
    takes = []
    nextMs = null
    return noted
  }
  return { store: noted, read }
}

describeOnPostgres('a process that shares a key', (open) => {
  test('is killed: the other waits until the slots that it had taken are over, then gets every slot', async () => {
    const made = await open()
    const direct = openDirect(made.location)
    if (!direct || made.location.engine !== 'postgres') throw new Error('PostgreSQL it must be')
    const { url } = made.location
    const named = new URL(url)
    named.searchParams.set('application_name', 'shared-slots-child')
    const job = { url: named.href, keys: [{ keyRef: 'ref', rate: RATE }], seconds: 100, isBlocked: false }
    const child = fork(await bundled('tests/bench/shared-slots/worker.ts'), [JSON.stringify(job)])
    try {
      await once(child, 'message')
      child.send('go')
      const { store, read } = noting(createSlotStore(direct))
      const pacer = createPacers(systemClock, store).for('key', RATE, 'ref')
      const callAll = async () => {
        await Promise.all(Array.from({ length: CALLS }, async () => (await pacer.slot()).answered()))
        return read()
      }
      const beside = await callAll()
      child.kill('SIGKILL')
      await once(child, 'exit')
      // PostgreSQL still executes what the killed process had sent.
      await waitUntil(async () => (await direct.query(CONNECTED, ['shared-slots-child'])).length === 0)
      const [first, ...alone] = await callAll()

      // While it lived it took slots between ours: about as many as we did, if both were equally fast.
      const between = beside.filter(({ skippedMs, gapMs }) => skippedMs > gapMs / 2)
      expect(between.length).toBeGreaterThan(beside.length / 10)
      expect(first?.aheadMs).toBeLessThanOrEqual(MAX_AHEAD * (first?.gapMs ?? 0) + ROUNDING_MS)
      expect(alone.length).toBeGreaterThan(0)
      for (const { skippedMs } of alone) expect(skippedMs).toBeLessThanOrEqual(ROUNDING_MS)
    } finally {
      child.kill('SIGKILL')
      await direct.close()
      await made.close()
    }
  })
})
