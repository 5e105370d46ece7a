import { expect, test } from 'vitest'
import { placeWords, signRowCenter, wordsOfBucket } from '@/components/charts/plot-marks'
import { NANO_PER_CREDIT } from '@/lib/kernel'

test('signs are placed above their line, and never cut off at an edge of the drawing', () => {
  expect(signRowCenter(200, 3, 400)).toBe(200)
  // The last of ninety days on a phone, with events of all four kinds.
  expect(signRowCenter(370, 4, 374)).toBe(348)
  expect(signRowCenter(5, 4, 374)).toBe(26)
})

const credits = (count: number) => BigInt(count) * NANO_PER_CREDIT
const lost = (count: number) => ({
  ...{ kind: 'outside' as const, text: `Outside spend −${count}`, nano: -credits(count) },
})
const budget = { kind: 'budget', text: 'Budget “Day” created', nano: null } as const

test('several events of one kind in a bar are described together, with their sum', () => {
  expect(wordsOfBucket([lost(640), lost(380), budget], 0)?.words).toEqual([
    '▼ Outside spend −1,020 (2) ■',
    '▼ −1,020 (2) ■',
  ])
  expect(wordsOfBucket([budget, budget], 0)?.words).toEqual(['■ 2 budget changes'])
  expect(wordsOfBucket([], 0)).toBeNull()
})

test('the largest loss is labelled first; the others get the remaining room, and never cover a sign', () => {
  const marks = [[lost(640)], [], [lost(380)], [lost(1480)], [budget]]
  const buckets = marks.flatMap((each, index) => wordsOfBucket(each, index) ?? [])
  const at = (width: number) => placeWords(buckets, width, (index) => ((index + 0.5) * width) / marks.length)
  expect([...at(1000)].map(([index]) => index)).toEqual([3, 0, 2, 4])
  // Each has its sign on its line: at its beginning, or at its end.
  for (const [index, { start, isBefore, text }] of at(1000))
    expect(isBefore ? start + text.length * 6.6 + 8 - 6.5 : start + 6.5).toBeCloseTo((index + 0.5) * 200)
  const narrow = at(260)
  expect([...narrow.keys()][0]).toBe(3)
  expect(narrow.get(3)?.text).toContain('−1480')
  // In a month of bars, beside its neighbours' signs, the largest still has its words.
  const dense = [...Array.from({ length: 25 }, () => []), [lost(640)], [lost(380)], [lost(1480)], [budget]]
  const ofMonth = dense.flatMap((each, index) => wordsOfBucket(each, index) ?? [])
  const inMonth = placeWords(ofMonth, 1000, (index) => ((index + 0.5) * 1000) / dense.length)
  expect(inMonth.get(27)).toMatchObject({ row: 1, text: '▼ Outside spend −1480' })
  for (const [index, { row, start, text }] of narrow)
    for (const other of row === 0 ? buckets.filter((bucket) => bucket.index !== index) : []) {
      const x = ((other.index + 0.5) * 260) / marks.length
      expect(x <= start || x >= start + text.length * 6.6, `${text} over ${other.index}`).toBe(true)
    }
})
