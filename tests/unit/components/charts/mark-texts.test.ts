import { expect, test } from 'vitest'
import { describeTogether, type MarkWords } from '@/components/charts/chart-data'
import { type MarkText, markTextOf, placeTexts } from '@/components/charts/mark-texts'
import { NANO_PER_CREDIT } from '@/lib/kernel'

const credits = (count: number) => BigInt(count) * NANO_PER_CREDIT
const lost = (count: number): MarkWords => ({
  ...{ kind: 'outside', text: `Outside spend −${count}`, nano: -credits(count) },
})
const budget: MarkWords = { kind: 'budget', text: 'Budget “Day” created', nano: null }
const price: MarkWords = { kind: 'price', text: 'Timeline: 0.2 credits per item', nano: null }
const topUp: MarkWords = { kind: 'top-up', text: 'Top-up +100', nano: credits(100) }

/** Returns the texts of bars, each the same width apart. */
const textsOf = (bars: readonly (readonly MarkWords[])[], width: number): MarkText[] =>
  bars.flatMap((marks, index) => markTextOf(marks, ((index + 0.5) * width) / bars.length) ?? [])
const place = (bars: readonly (readonly MarkWords[])[], width: number, upperLeft = 0) =>
  placeTexts(textsOf(bars, width), { left: 0, right: width, upperLeft })
const wordsOf = (placed: ReturnType<typeof place>) => placed.map(({ text }) => text)

/** Expects no text to cover another one, or to leave the drawing. */
function expectApart(placed: ReturnType<typeof place>, width: number): void {
  for (const { text, row, span } of placed) {
    expect(span[0]).toBeGreaterThanOrEqual(0)
    expect(span[1]).toBeLessThanOrEqual(width)
    for (const other of placed)
      if (other.span !== span && other.row === row)
        expect(other.span[1] <= span[0] || other.span[0] >= span[1], `${text} over ${other.text}`).toBe(true)
  }
}

test('several events of one kind in a bar are described together, with their sum', () => {
  expect(markTextOf([lost(640), lost(380), budget], 0)?.words).toEqual([
    '▼ Outside spend −1,020 (2) ■',
    '▼ −1,020 (2) ■',
    '▼ ■',
  ])
  expect(markTextOf([budget, budget], 0)?.words).toEqual(['■ 2 budget changes', '■'])
  expect(markTextOf([], 0)).toBeNull()
})

test('the legend gives the sum of each kind, or how many there were', () => {
  expect(describeTogether('outside', [lost(640), lost(380), lost(1480)]).text).toBe(
    'Outside spend −2,500 (3)',
  )
  expect(describeTogether('top-up', [topUp]).text).toBe('Top-up +100')
  expect(describeTogether('budget', [budget]).text).toBe('Budget change')
  expect(describeTogether('price', [price, price]).text).toBe('2 price changes')
})

test('signs are at their line, and never cut off at an edge of the drawing', () => {
  const four = [lost(1), topUp, price, budget]
  const inMonth = [...Array.from({ length: 89 }, () => []), four]
  expect(wordsOf(place(inMonth, 70))).toEqual(['▼ ▲ ◆ ■'])
  expectApart(place(inMonth, 70), 70)
  expectApart(place(inMonth.toReversed(), 70), 70)
})

test('the largest loss is labelled first; each text has its sign on its line, at its beginning or its end', () => {
  const bars = [[lost(640)], [], [lost(380)], [lost(1480)], [budget]]
  expect(wordsOf(place(bars, 1000))).toEqual([
    '▼ Outside spend −1480',
    '▼ Outside spend −640',
    '▼ Outside spend −380',
    '■ Budget “Day” created',
  ])
  for (const width of [1000, 260])
    for (const { x, span, isBefore } of place(bars, width))
      expect(isBefore ? span[1] - 6 : span[0] + 6).toBeCloseTo(x)
})

test('where there is less room, texts are shortened, to their signs if need be, and none covers another', () => {
  const bars = [[lost(640)], [], [lost(380)], [lost(1480)], [budget]]
  const narrow = place(bars, 260)
  expect(narrow[0]?.text).toContain('−1480')
  expect(narrow).toHaveLength(4)
  expectApart(narrow, 260)
  // In a month of bars, beside its neighbours' signs, the largest still has its words.
  const dense = [...Array.from({ length: 25 }, () => []), [lost(640)], [lost(380)], [lost(1480)], [budget]]
  expect(place(dense, 1000)[0]).toMatchObject({ row: 1, text: '▼ Outside spend −1480' })
  expectApart(place(dense, 1000), 1000)
})

test('three losses on three days have all of their words, and keep clear of what begins the upper row', () => {
  const days = [...Array.from({ length: 5 }, () => []), [lost(640)], [lost(380)], [lost(1480)]]
  const bars = [...days, ...Array.from({ length: 10 }, () => [])]
  const placed = place(bars, 1030, 220)
  expect(wordsOf(placed)).toEqual(['▼ Outside spend −1480', '▼ Outside spend −640', '▼ Outside spend −380'])
  expectApart(placed, 1030)
  for (const { row, span } of placed) if (row === 1) expect(span[0]).toBeGreaterThanOrEqual(220)
})

test('on a phone the largest loss has its words, even where the sign of something less important must go', () => {
  const bars = [[], [], [], [], [lost(640)], [lost(380)], [lost(1480)], [budget]]
  const texts = wordsOf(place([...bars, ...Array.from({ length: 25 }, () => [])], 460, 180))
  expect(texts).toEqual(['▼ Outside spend −1480', '▼ −640', '▼'])
})

test('no sign is left out, even where there are too many for their room', () => {
  const bars = Array.from({ length: 90 }, (_, index) => [index % 2 === 0 ? lost(index) : budget])
  expect(place(bars, 320)).toHaveLength(90)
})
