import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Continuation } from '@/lib/collect/runs/core/continuation'
import { decideRunContinuation, MAX_EMPTY_PAGES } from '@/lib/collect/runs/loop/run-ending'

const AT: Continuation = { run: 'run', key: 'key', seq: 1, cursor: null, seen: [] }
type Run = Parameters<typeof decideRunContinuation>[0]
type Page = Parameters<typeof decideRunContinuation>[2]

const RUN: Run = {
  manner: 'page',
  operation: 'timeline',
  product: null,
  isBaseline: false,
  untilAt: null,
  untilKnown: false,
}
const PAGE: Page = {
  ids: ['1', '2', '3'],
  lastCreatedAt: '2026-11-20T12:00:00.000Z',
  nextCursor: 'next',
  hasUnusableCursor: false,
  isNextLost: false,
  isUnread: false,
}
const followers: Run = { ...RUN, operation: 'followers' }
const noon = new Date('2026-11-20T12:00:00.000Z')

/** Returns why a run ends with a page, whose items are all new by default. */
const whyOf = (run: Partial<Run>, page: Partial<Page> = {}, marks = '111', isFull = false) =>
  decideRunContinuation({ ...RUN, ...run }, AT, { ...PAGE, ...page }, isFull).why(marks)

describe('a run', () => {
  test('continues if the page leads on and no condition was set', () => {
    const { next, why } = decideRunContinuation(RUN, AT, PAGE, false)
    expect(next).toMatchObject({ seq: 2, cursor: 'next' })
    expect(why('000')).toBeNull()
  })

  test.each<[string, Partial<Page>]>([
    ['last_page', { nextCursor: null }],
    ['unusable_cursor', { nextCursor: null, hasUnusableCursor: true }],
    ['next_page_not_found', { nextCursor: null, isNextLost: true }],
  ])('ends with %s, whatever else holds', (reason, page) => {
    const all = { ...RUN, untilAt: new Date('2030-01-01'), untilKnown: true }
    const { next, why } = decideRunContinuation(all, AT, { ...PAGE, ...page }, true)
    expect(next).toBeNull()
    expect([why('111'), why('000')]).toEqual([reason, reason])
  })

  test('ends at a page with unreadable items, and, if a date was set, at one with unreadable times', () => {
    expect(decideRunContinuation(RUN, AT, { ...PAGE, isUnread: true }, false).next).toBeNull()
    expect(whyOf({}, { isUnread: true })).toBe('unread_items')
    expect(whyOf({ untilAt: noon }, { lastCreatedAt: null })).toBe('unread_times')
    expect(whyOf({ untilAt: noon }, { lastCreatedAt: null }, '111', true)).toBe('unread_times')
    expect(whyOf({}, { lastCreatedAt: null })).toBeNull()
  })

  test('ends at a cursor that it has followed before', () => {
    const { next } = decideRunContinuation(RUN, AT, PAGE, false)
    expect(next).not.toBeNull()
    const second = next && decideRunContinuation(RUN, next, { ...PAGE, ids: ['4'] }, false)
    expect([second?.next, second?.why('1')]).toEqual([null, 'repeated_cursor'])
  })

  test('in the background remembers more pages than a run whose place is a sealed text', () => {
    let onPage = AT
    let inBackground = AT
    for (let at = 0; at < 100; at++) {
      const page = { ...PAGE, ids: [`${at}`], nextCursor: `cursor ${at}` }
      onPage = decideRunContinuation(RUN, onPage, page, false).next ?? onPage
      inBackground =
        decideRunContinuation({ ...RUN, manner: 'background' }, inBackground, page, false).next ??
        inBackground
    }
    const again = { ...PAGE, ids: ['new'], nextCursor: 'cursor 0' }
    expect(decideRunContinuation(RUN, onPage, again, false).next).not.toBeNull()
    expect(decideRunContinuation({ ...RUN, manner: 'background' }, inBackground, again, false).why('1')).toBe(
      'repeated_cursor',
    )
  })
})

describe('pages without items that lead on', () => {
  const EMPTY: Page = { ...PAGE, ids: [], lastCreatedAt: null }
  const inBackground: Run = {
    ...RUN,
    manner: 'background',
    untilAt: new Date('2030-01-01'),
    untilKnown: true,
  }
  const emptyPages = (run: Run, count: number, from = AT) => {
    let at = from
    const ends: (string | null)[] = []
    for (let page = 0; page < count; page++) {
      const { next, why } = decideRunContinuation(run, at, { ...EMPTY, nextCursor: `empty ${at.seq}` }, true)
      ends.push(why(''))
      if (!next) break
      at = next
    }
    return { at, ends }
  }

  test('are followed whatever conditions were set, because they have nothing to judge by', () => {
    for (const run of [RUN, inBackground, { ...inBackground, operation: 'followers' as const }])
      expect(emptyPages(run, MAX_EMPTY_PAGES - 1).ends.every((end) => end === null)).toBe(true)
  })

  test('end a background run after ten in a row, and the run keeps its place; a person can continue page by page', () => {
    const { at, ends } = emptyPages(inBackground, MAX_EMPTY_PAGES)
    expect(ends.at(-1)).toBe('empty_page')
    expect(at.cursor).toBe(`empty ${MAX_EMPTY_PAGES}`)
    expect(emptyPages(RUN, 3 * MAX_EMPTY_PAGES).ends).toEqual(Array(3 * MAX_EMPTY_PAGES).fill(null))
  })

  test('are counted from zero again after a page with items', () => {
    const { at } = emptyPages(inBackground, MAX_EMPTY_PAGES - 1)
    const { next } = decideRunContinuation({ ...inBackground, untilAt: null }, at, PAGE, false)
    expect(next).not.toBeNull()
    expect(next && emptyPages(inBackground, MAX_EMPTY_PAGES - 1, next).ends.at(-1)).toBeNull()
  })

  test('end a run at a cursor that came before', () => {
    const { next } = decideRunContinuation(inBackground, AT, { ...EMPTY, nextCursor: 'same' }, false)
    expect(
      next && decideRunContinuation(inBackground, next, { ...EMPTY, nextCursor: 'same' }, false).why(''),
    ).toBe('repeated_cursor')
  })
})

describe('the conditions of a run', () => {
  test('the cap comes before all other conditions', () => {
    expect(whyOf({ untilAt: new Date('2030-01-01'), untilKnown: true }, {}, '000', true)).toBe('cap_reached')
  })

  test.each([
    ['a second later', new Date(noon.getTime() + 1000), 'date_passed'],
    ['at that very moment', noon, null],
    ['a second before', new Date(noon.getTime() - 1000), null],
  ])('a date %s than the last item', (_, untilAt, reason) => {
    expect(decideRunContinuation({ ...RUN, untilAt }, AT, PAGE, false).why('111')).toBe(reason)
  })

  test('in a list ordered by time, the last item shows whether the rest was already known', () => {
    expect(whyOf({ untilKnown: true }, {}, '110')).toBe('nothing_new')
    expect(whyOf({ untilKnown: true }, {}, '001')).toBeNull()
  })

  test('in any other order, and in the first run of a search, the whole page must be known', () => {
    for (const run of [followers, { ...RUN, isBaseline: true }]) {
      expect(decideRunContinuation({ ...run, untilKnown: true }, AT, PAGE, false).why('010')).toBeNull()
      expect(decideRunContinuation({ ...run, untilKnown: true }, AT, PAGE, false).why('000')).toBe(
        'nothing_new',
      )
    }
  })

  test('a run that does not stop at known items never ends because of them', () => {
    const marks = fc.string({ unit: fc.constantFrom('0', '1'), minLength: 3, maxLength: 3 })
    fc.assert(fc.property(marks, (some) => whyOf({}, {}, some) === null))
  })
})
