import { describe, expect, test } from 'vitest'
import { readTariff } from '@/components/provider/typed-tariff'
import { defaultProvider } from '@/lib/upstream/client'
import { withOverrides } from '@/lib/upstream/providers'

/** What the server makes of a typed price; its words where it refuses it. */
function saved(text: string): unknown {
  try {
    return withOverrides(defaultProvider, { price: { timeline: readTariff(text) } }).price.timeline
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : ''}`
  }
}

describe('a typed price that says two things is refused, not read as one of them', () => {
  test.each(['0,15', '1,000', '3,5 a call', '0,005, once a day in UTC', '1,5'])(
    'a decimal comma: %s',
    (text) => expect(saved(text)).toMatch(/^refused/),
  )
  test.each([
    '3, 2',
    '1 a call, 2 a call',
    '3, at least 60 a call, at least 30 a call',
    '3, once a day in UTC, once a day in Europe/Berlin',
  ])('a part given twice: %s', (text) => expect(saved(text)).toMatch(/^refused/))
  test.each([
    '1e-5',
    '-3',
    '1.2.3',
    '.',
    '3, from 200 items: 1, from 100 items: 2',
    '3, from 0 items: 2',
    '1000000000000000000',
    '3, from 100 items: 2, from 100 items: 1',
    '0x10',
    '٣',
  ])('odd: %s', (text) => expect(saved(text)).toMatch(/^refused/))
})
