import { expect, test } from 'vitest'
import { readTariff, writeTariff } from '@/components/provider/typed-tariff'

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
])('%s is read, and written the same', (text, value) => {
  expect(readTariff(text)).toEqual(value)
  expect(writeTariff(value)).toBe(text)
})

test('a price of items alone is a number, and nothing is still a price', () => {
  expect(readTariff('0.15')).toBe('0.15')
  expect(writeTariff({ ...NONE, perItem: '0.15' })).toBe('0.15')
  expect(writeTariff(NONE)).toBe('0')
})

test('what says nothing clear is left for the server to refuse', () => {
  for (const text of ['free', '1,5 each', '15, sometimes', 'at least a call'])
    expect(readTariff(text)).toBe(text)
})
