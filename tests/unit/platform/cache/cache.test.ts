import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCache } from '@/lib/platform/cache'

describe('cache', () => {
  test('holds no more than its maximum, and keeps what was used last', () => {
    const cache = createCache<number>({ max: 2 })
    cache.set('a', 1)
    cache.set('b', 2)
    expect(cache.get('a')).toBe(1)
    cache.set('c', 3)
    expect(cache.get('b')).toBeUndefined()
    expect([cache.get('a'), cache.get('c'), cache.size]).toEqual([1, 3, 2])
  })

  test('never exceeds its maximum, whatever is set', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.string()), (max, names) => {
        const cache = createCache<string>({ max })
        for (const name of names) {
          cache.set(name, name)
          expect(cache.size).toBeLessThanOrEqual(max)
          expect(cache.get(name)).toBe(name)
        }
      }),
    )
  })

  test.each([0, 1_700_000_000_000])(
    'ends an entry by the clock that it was given, which begins at %i',
    (start) => {
      let now = start
      const cache = createCache<number>({ max: 9, life: { ms: 1000, now: () => now } })
      cache.set('a', 1)
      now += 1000
      expect(cache.get('a')).toBe(1)
      now += 1
      expect(cache.get('a')).toBeUndefined()
    },
  )

  test('evicts large entries as well, so that all together stay within the maximum size', () => {
    const cache = createCache<string>({ max: 10, sizeOf: ({ length }) => length })
    cache.set('a', '1234')
    cache.set('b', '123456')
    expect([cache.get('a'), cache.get('b')]).toEqual(['1234', '123456'])
    cache.set('c', '1')
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, '123456', '1'])
    cache.set('d', '12345678901')
    expect([cache.get('b'), cache.get('d')]).toEqual(['123456', undefined])
  })

  test('reports each value that is replaced, deleted or evicted', () => {
    const gone: string[] = []
    const cache = createCache<string>({ max: 1, onGone: (value) => gone.push(value) })
    cache.set('a', 'first')
    cache.set('a', 'second')
    cache.set('b', 'third')
    cache.delete('b')
    cache.delete('b')
    expect(gone).toEqual(['first', 'second', 'third'])
  })
})
