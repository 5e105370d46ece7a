import { beforeEach, describe, expect, test } from 'vitest'
import { createPageMemory, type PageMemory } from '@/lib/collect/runs/purchase/page-memory'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'

const HOUR = 3_600_000
const FOR_EVER = Number.MAX_SAFE_INTEGER

describe('the memory of bought pages', () => {
  let clock: TestClock
  let memory: PageMemory
  beforeEach(() => {
    clock = makeTestClock()
    memory = createPageMemory(clock)
  })
  const asked = (subject: string, keyId = 'key', count = 20) => ({
    teamId: 'team',
    service: 'acme',
    keyId,
    request: { operation: 'timeline' as const, subject, count },
  })
  const keep = (subject: string, nextCursor: string | null = 'next', count = 20, pageId = subject) =>
    memory.keep(asked(subject, 'key', count), {
      pageId,
      nextCursor,
      hasUnusableCursor: false,
      isNextLost: false,
      at: clock.now(),
    })

  test('serves a page for as long as the caller allows, and at most an hour', () => {
    keep('ada')
    clock.advance(1000)
    expect(memory.find(asked('ada'), 1000)?.pageId).toBe('ada')
    expect(memory.find(asked('ada'), 999)).toBeNull()
    clock.advance(HOUR - 1000)
    expect(memory.find(asked('ada'), FOR_EVER)?.pageId).toBe('ada')
    clock.advance(1)
    expect(memory.find(asked('ada'), FOR_EVER)).toBeNull()
  })

  test('serves nothing while the clock, having been set back, cannot tell a page’s age', () => {
    keep('ada')
    clock.advance(-2 * HOUR)
    expect(memory.find(asked('ada'), FOR_EVER)).toBeNull()
    clock.advance(2 * HOUR + 1000)
    expect(memory.find(asked('ada'), HOUR)?.pageId).toBe('ada')
  })

  test('serves another key only if no page follows', () => {
    keep('ada')
    keep('bob', null)
    expect(memory.find(asked('ada', 'other'), HOUR)).toBeNull()
    expect(memory.find(asked('bob', 'other'), HOUR)?.pageId).toBe('bob')
  })

  test('serves callers who ask for fewer items, and those who ask for more only if no page follows', () => {
    keep('ada', 'next', 100)
    keep('bob', null, 40)
    const find = (subject: string, count: number) => memory.find(asked(subject, 'key', count), HOUR)?.pageId
    expect([20, 50, 100, 101].map((count) => find('ada', count))).toEqual(['ada', 'ada', 'ada', undefined])
    expect([20, 100].map((count) => find('bob', count))).toEqual(['bob', 'bob'])
    clock.advance(1000)
    keep('ada', 'next', 40, 'newer')
    expect([20, 40, 50].map((count) => find('ada', count))).toEqual(['newer', 'newer', 'ada'])
    clock.advance(HOUR - 500)
    expect([40, 50].map((count) => find('ada', count))).toEqual(['newer', undefined])
  })

  test('makes room: of 5001 pages the one used longest ago is gone', () => {
    for (let at = 0; at < 5001; at++) keep(String(at))
    expect(memory.find(asked('0'), HOUR)).toBeNull()
    expect(memory.find(asked('1'), HOUR)?.pageId).toBe('1')
  })

  test('makes callers wait for another one’s page no longer than until it lets them go', async () => {
    const never = new Promise<void>(() => undefined)
    void memory.alone(asked('ada'), (letGo) => {
      setImmediate(letGo)
      return never
    })
    expect(await memory.alone(asked('ada'), () => Promise.resolve('mine'))).toBe('mine')
  })
})
