import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Continuation,
  continuationAfterFailure,
  nextContinuation,
} from '@/lib/collect/runs/core/continuation'

const START: Continuation = { run: 'run', key: 'key', seq: 1, cursor: null, seen: [] }

/** A page with its cursor and the ids of its items. */
interface GivenPage {
  readonly cursor: string
  readonly ids: readonly string[]
}

/** Follows pages until one must not be followed. Returns how many were followed, and why it stopped. */
function followAll(pages: readonly GivenPage[], remembered?: number) {
  let at = START
  for (const [followed, { cursor, ids }] of pages.entries()) {
    const next = nextContinuation(at, cursor, ids, remembered)
    if (typeof next === 'string') return { followed, why: next, at }
    at = next
  }
  return { followed: pages.length, why: null, at }
}

const newPages = (count: number): GivenPage[] =>
  Array.from({ length: count }, (_, at) => ({ cursor: `cursor ${at}`, ids: [`item ${at}`] }))

describe('following a cursor', () => {
  test('leads on with the cursor unchanged and the next number, for the same run and key', () => {
    const next = nextContinuation({ ...START, seq: 7 }, 'abc', ['1', '2'])
    expect(next).toMatchObject({ run: 'run', key: 'key', seq: 8, cursor: 'abc' })
  })

  test('a repeated cursor ends a run, however many pages lie between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (count, pick) => {
        const pages = newPages(count)
        const { cursor = '' } = pages[pick % count] ?? {}
        const { followed, why } = followAll([...pages, { cursor, ids: ['new'] }])
        expect({ followed, why }).toEqual({ followed: count, why: 'repeated_cursor' })
      }),
    )
  })

  test('a new cursor that leads to exactly the items of an earlier page ends a run as well', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), (count, pick) => {
        const pages = newPages(count)
        const { ids = [] } = pages[pick % count] ?? {}
        const { followed, why } = followAll([...pages, { cursor: 'new', ids }])
        expect({ followed, why }).toEqual({ followed: count, why: 'repeated_page' })
      }),
    )
  })

  test('any loop of cursors is left before its second round ends', () => {
    const page = fc.record({
      cursor: fc.string({ minLength: 1 }),
      ids: fc.array(fc.string(), { minLength: 1 }),
    })
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 20 }), (loop) => {
        const { followed, why } = followAll([...loop, ...loop])
        expect(followed).toBeLessThanOrEqual(loop.length)
        expect(why).not.toBeNull()
      }),
    )
  })

  test('pages that share only some items, or have them in another order, are different pages', () => {
    const pages = [
      { cursor: 'a', ids: ['1', '2'] },
      { cursor: 'b', ids: ['2', '1'] },
      { cursor: 'c', ids: ['2', '3'] },
      { cursor: 'd', ids: ['1,2'] },
    ]
    expect(followAll(pages).why).toBeNull()
  })

  test('what is stored does not grow beyond the remembered pages', () => {
    const { at } = followAll(newPages(200))
    expect(at.seen).toHaveLength(128)
    expect(followAll(newPages(200), 3).at.seen).toHaveLength(6)
  })
})

describe('after a page that did not arrive', () => {
  const at = { ...START, seq: 4, cursor: 'abc', seen: ['x'] }

  test('a run stays at the same place if nothing was charged', () => {
    expect(continuationAfterFailure(at, { charged: 'no' })).toEqual(at)
  })

  test('a page that may have been charged is requested again, with only its number changed', () => {
    expect(continuationAfterFailure(at, { charged: 'unknown' })).toEqual({ ...at, seq: 5 })
  })
})
