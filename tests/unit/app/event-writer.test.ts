import { describe, expect, test } from 'vitest'
import { createOpenStreams, type EndReason, type ServerEvent, writeEvents } from '@/app/_server/events'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

function watch() {
  const clock = makeVirtualClock()
  const controller = new AbortController()
  const written: string[] = []
  const state = { isReady: true, reason: null as EndReason | null, isOver: false }
  const events: ServerEvent[] = []
  void writeEvents(
    { next: () => events.shift() ?? null, whyEnd: async () => state.reason },
    {
      signal: controller.signal,
      isReady: () => state.isReady,
      write: (text) => void written.push(text),
    },
    clock,
  ).then(() => {
    state.isOver = true
  })
  return { clock, controller, written, state, events }
}

describe('the event writer', () => {
  test('first writes when to reconnect, then events', async () => {
    const { clock, written, events } = watch()
    expect(written).toEqual(['retry: 2000\n\n'])
    events.push({ data: { text: 'two\nlines' } })
    await clock.advance(200)
    expect(written.slice(1)).toEqual(['data: {"text":"two\\nlines"}\n\n'])
  })

  test('writes at most five events a second', async () => {
    const { clock, written, events } = watch()
    for (let each = 0; each < 50; each++) events.push({ data: each })
    await clock.advance(2000)
    expect(written.length - 1).toBeLessThanOrEqual(10)
    expect(written.length - 1).toBeGreaterThanOrEqual(9)
  })

  test('writes a comment after every 15 silent seconds, and only then', async () => {
    const { clock, written, events } = watch()
    await clock.advance(14_000)
    expect(written).toHaveLength(1)
    events.push({ data: null })
    await clock.advance(14_500)
    expect(written).toHaveLength(2)
    await clock.advance(5000)
    expect(written.slice(2)).toEqual([': still here\n\n'])
  })

  test('pauses while the client does not read, and continues later', async () => {
    const { clock, written, state, events } = watch()
    state.isReady = false
    events.push({ data: null })
    await clock.advance(5000)
    expect(written).toHaveLength(1)
    state.isReady = true
    await clock.advance(400)
    expect(written).toHaveLength(2)
  })

  test.each(['signed-out', 'gone'] as const)('writes the end and its reason: %s', async (reason) => {
    const { clock, written, state, events } = watch()
    await clock.advance(3000)
    state.reason = reason
    await clock.advance(5000)
    expect(written.at(-1)).toBe(`event: end\ndata: {"reason":"${reason}"}\n\n`)
    expect(state.isOver).toBe(true)
    events.push({ data: 'not for you any more' })
    await clock.advance(5000)
    expect(written.join()).not.toContain('not for you')
  })

  test('writes no end when the client leaves or the process stops, so that the client may reconnect', async () => {
    const { clock, controller, written, state } = watch()
    controller.abort()
    await clock.advance(0)
    expect(state.isOver).toBe(true)
    expect(written).toEqual(['retry: 2000\n\n'])
  })

  test('writes that newer streams have taken its place', async () => {
    const { clock, controller, written } = watch()
    controller.abort('replaced')
    await clock.advance(0)
    expect(written.at(-1)).toContain('replaced')
  })
})

describe('the streams of a process', () => {
  test('are limited to four a person: the oldest is closed', () => {
    const streams = createOpenStreams()
    const own = Array.from({ length: 5 }, () => streams.open('ada'))
    const other = streams.open('bob')
    expect(own.map(({ signal }) => signal.reason)).toEqual(['replaced', ...new Array(4).fill(undefined)])
    expect(other.signal.aborted).toBe(false)
  })

  test('are limited to what the reader can take if it is no browser', () => {
    const streams = createOpenStreams()
    const own = Array.from({ length: 7 }, () => streams.open('token', 6))
    expect(own.map(({ signal }) => signal.reason)).toEqual(['replaced', ...new Array(6).fill(undefined)])
  })

  test('free their place when they are left', () => {
    const streams = createOpenStreams()
    const first = streams.open('ada')
    for (let each = 0; each < 10; each++) streams.open('ada').left()
    expect(first.signal.aborted).toBe(false)
  })

  test('end with the process, and no new ones are opened', () => {
    const streams = createOpenStreams()
    const all = ['ada', 'bob'].map((person) => streams.open(person))
    streams.closeAll()
    expect(all.map(({ signal }) => signal.aborted)).toEqual([true, true])
    expect(() => streams.open('ada')).toThrow('stopping')
  })
})
