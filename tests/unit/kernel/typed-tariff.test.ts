import { describe, expect, test } from 'vitest'
import { describeTariff, parseNano, readTariff, type Tariff, writeTariff } from '@/lib/kernel'
import { defaultProvider } from '@/lib/upstream/client'
import { withOverrides } from '@/lib/upstream/providers'

const NONE = { perItem: '0', perCall: '0', minPerCall: '0', steps: [], onceADayIn: null }

test.each([
  ['15, at least 15 a call', { ...NONE, perItem: '15', minPerCall: '15' }],
  [
    '3, from 100 items: 2, from 200 items: 1, at least 60 a call',
    {
      ...{ ...NONE, perItem: '3', minPerCall: '60' },
      steps: [
        { from: 100, perItem: '2' },
        { from: 200, perItem: '1' },
      ],
    },
  ],
  ['0.001 a call', { ...NONE, perCall: '0.001' }],
  ['0.005, once a day in UTC', { ...NONE, perItem: '0.005', onceADayIn: 'UTC' }],
  ['0.15, 2 a call', { ...NONE, perItem: '0.15', perCall: '2' }],
])('%s is parsed, and formatted the same', (text, value) => {
  expect(readTariff(text)).toEqual(value)
  expect(writeTariff(value)).toBe(text)
})

test('a price of items only is a number, and an empty tariff is a price of 0', () => {
  expect(readTariff('0.15')).toBe('0.15')
  expect(writeTariff({ ...NONE, perItem: '0.15' })).toBe('0.15')
  expect(writeTariff(NONE)).toBe('0')
})

/** Returns the price that the server stores for a typed text, or the text of its refusal. */
function saved(text: string): unknown {
  try {
    return withOverrides(defaultProvider, { price: { timeline: readTariff(text) } }).price.timeline
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : ''}`
  }
}

describe('an unclear or ambiguous price is left for the server to refuse', () => {
  test.each([
    ...['free', '1,5 each', '15, sometimes', 'at least a call', '15, ', '3,at least 60 a call'],
    // A decimal comma, which would make another price of two parts.
    ...['0,15', '1,000', '3,5 a call', '0,005, once a day in UTC', '1,5', '3, at least 1,5 a call'],
    ...['3, 2', '1 a call, 2 a call', '3, at least 60 a call, at least 30 a call'],
    '3, once a day in UTC, once a day in Europe/Berlin',
    ...['1e-5', '-3', '1.2.3', '.', '0x10', '٣', '1.0000000001', '{', '{"perItem":'],
  ])('%s', (text) => {
    expect(readTariff(text)).toBe(text)
    expect(saved(text)).toMatch(/^refused/)
  })
  test.each([
    ...['3, from 200 items: 1, from 100 items: 2', '3, from 0 items: 2', '1000000000000000000'],
    '3, from 100 items: 2, from 100 items: 1',
  ])('%s', (text) => expect(saved(text)).toMatch(/^refused/))
})

test.each([
  ['3 per item', { ...NONE, perItem: '3' }],
  ['0.005 USD per item', { ...NONE, perItem: '0.005' }],
  ['1 per call', { ...NONE, perCall: '1' }],
  ['0.001 USD per call', { ...NONE, perCall: '0.001' }],
  ['3 an item, and 1 per call', { ...NONE, perItem: '3', perCall: '1' }],
])('the words in which prices are shown can be typed: %s', (text, value) =>
  expect(readTariff(text)).toEqual(value),
)

test.each([
  { ...NONE, perItem: '3', minPerCall: '60', steps: [{ from: 100, perItem: '2' }] },
  { ...NONE, perItem: '0.005', onceADayIn: 'UTC' },
  { ...NONE, perItem: '0.25', perCall: '2', minPerCall: '4' },
  { ...NONE, perCall: '0.001' },
])('a price is parsed from the words in which it is shown', ({ steps, onceADayIn, ...amounts }) => {
  const nano = (text: string) => parseNano(text) ?? expect.unreachable()
  const tariff: Tariff = {
    ...{
      perItem: nano(amounts.perItem),
      perCall: nano(amounts.perCall),
      minPerCall: nano(amounts.minPerCall),
    },
    ...{ steps: steps.map(({ from, perItem }) => ({ from, perItem: nano(perItem) })), onceADayIn },
  }
  for (const unit of ['credits', 'USD'])
    expect(readTariff(describeTariff(tariff, unit))).toEqual({ ...amounts, steps, onceADayIn })
})
