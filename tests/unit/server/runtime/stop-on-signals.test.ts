import { beforeEach, describe, expect, test, vi } from 'vitest'
import { closeWithinTimeout } from '@/lib/server/runtime/stop-on-signals'
import { makeVirtualClock, type VirtualClock } from '@/tests/factories/virtual-clock'

const SECOND = 1000

let clock: VirtualClock
beforeEach(() => {
  clock = makeVirtualClock()
})

/** Begins to close. Returns a function that ends that, and the outcome so far. */
function begin(isBusy: () => boolean) {
  let end: () => void = () => undefined
  const closing = new Promise<void>((resolve) => {
    end = resolve
  })
  let inTime: boolean | null = null
  void closeWithinTimeout(() => closing, isBusy, clock).then((done) => {
    inTime = done
  })
  return { end, inTime: () => inTime }
}

describe('a stop', () => {
  test('waits for a call that was sent, as long as a provider may allow it to take', async () => {
    const stop = begin(() => true)
    await clock.advance(300 * SECOND)
    expect(stop.inTime()).toBeNull()
    stop.end()
    await clock.advance(SECOND)
    expect(stop.inTime()).toBe(true)
  })

  test('waits twenty seconds for everything else, counted from the last call', async () => {
    let isBusy = true
    const stop = begin(() => isBusy)
    await clock.advance(60 * SECOND)
    isBusy = false
    await clock.advance(19 * SECOND)
    expect(stop.inTime()).toBeNull()
    await clock.advance(2 * SECOND)
    expect(stop.inTime()).toBe(false)
  })

  test('does not wait forever for a call that never ends', async () => {
    const stop = begin(() => true)
    await clock.advance(331 * SECOND)
    expect(stop.inTime()).toBe(false)
  })

  test('reports its failure', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const failing = () => Promise.reject(new Error('no disk'))
    expect(await closeWithinTimeout(failing, () => false, clock)).toBe(false)
    expect(String(said.mock.calls[0]?.[0])).toContain('no disk')
    said.mockRestore()
  })
})
