import { expect, test } from 'vitest'
import { type EndReason, eventStreamResponse, openStreams } from '@/app/_server/events'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

function open(userId: string) {
  const clock = makeVirtualClock()
  const client = new AbortController()
  let looks = 0
  const source = {
    next: () => ({ data: `x${++looks}` }),
    whyEnd: async (): Promise<EndReason | null> => null,
  }
  const answer = eventStreamResponse(source, { userId, signal: client.signal }, clock)
  const reader = answer.body?.getReader()
  return { clock, client, answer, reader, looks: () => looks }
}

test('declares itself a stream that must not be buffered or changed', () => {
  const { answer, client } = open('ada')
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache, no-transform')
  expect(answer.headers.get('x-accel-buffering')).toBe('no')
  client.abort()
})

test('stops looking once the client has left', async () => {
  const { clock, client, reader, looks } = open('bea')
  await clock.advance(1000)
  client.abort()
  await clock.advance(0)
  const before = looks()
  expect(before).toBeGreaterThan(3)
  await clock.advance(10_000)
  expect(looks()).toBe(before)
  await reader?.cancel()
})

test('stops looking once the answer is cancelled, and while nobody reads', async () => {
  const slow = open('cy')
  await slow.clock.advance(3_600_000)
  // Unread events are buffered up to 64 KiB.
  expect(slow.looks()).toBeLessThan(8000)
  await slow.reader?.cancel()
  await slow.clock.advance(0)
  const before = slow.looks()
  await slow.clock.advance(60_000)
  expect(slow.looks()).toBe(before)
})

// The last test, because no stream can be opened after it.
test('ends when the process stops, without an end event, so that the browser reconnects', async () => {
  const { clock, reader } = open('dan')
  await clock.advance(200)
  openStreams().closeAll()
  await clock.advance(0)
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    text += new TextDecoder().decode(part.value)
  expect(text).toContain('retry: 2000')
  expect(text).not.toContain('event: end')
  expect(() => open('eve')).toThrow('stopping')
})
