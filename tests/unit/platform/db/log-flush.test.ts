import { expect, test } from 'vitest'
import { createLogFlush } from '@/lib/platform/db/sqlite/log-flush'

/** Creates a log whose waits end when the test says so. */
function makeLog() {
  const waits: { resolve(): void; reject(error: Error): void }[] = []
  const copies: ('done' | 'refused')[] = []
  let canCopy = true
  const log = {
    datasync: () => new Promise<void>((resolve, reject) => waits.push({ resolve, reject })),
    close: () => Promise.resolve(),
  }
  const copyLog = async () => {
    copies.push(canCopy ? 'done' : 'refused')
    if (!canCopy) throw new Error('Someone reads from it.')
  }
  const refuseCopies = (refuses: boolean) => {
    canCopy = !refuses
  }
  return { ...createLogFlush(log, copyLog), waits, copies, refuseCopies }
}

test('commits that arrive during a wait for the disk share the next one', async () => {
  const { flush, waits } = makeLog()
  const first = flush()
  const others = [flush(), flush(), flush()]
  expect(waits).toHaveLength(1)
  waits[0]?.resolve()
  await first
  await expect.poll(() => waits.length).toBe(2)
  waits[1]?.resolve()
  await Promise.all(others)
  expect(waits).toHaveLength(2)
})

test('if the wait for the log fails, the log is copied into the file, and the commit succeeds', async () => {
  const { flush, waits, copies } = makeLog()
  const flushed = flush()
  waits[0]?.reject(new Error('EIO'))
  await flushed
  expect(copies).toEqual(['done'])
})

test('if that fails as well, the commit is refused, and nothing counts as written until the log was copied', async () => {
  const { flush, waits, copies, refuseCopies } = makeLog()
  refuseCopies(true)
  const refused = flush()
  const next = flush()
  waits[0]?.reject(new Error('EIO'))
  await expect(refused).rejects.toThrow('could not be written to the disk')
  await expect(next).rejects.toThrow('could not be written to the disk')
  refuseCopies(false)
  await flush()
  expect(copies).toEqual(['refused', 'refused', 'done'])
  expect(waits).toHaveLength(1)
})
