import { describe, expect, test } from 'vitest'
import { importJson, toOverrides, toTexts } from '@/components/provider/typed-values'
import { defaultProvider, readProvider } from '@/lib/upstream/client'
import { fieldsOf } from '@/lib/upstream/providers'

const values = Object.fromEntries(fieldsOf(defaultProvider))
const names = [...fieldsOf(defaultProvider).keys()]

/** The imported price as it would be saved; the words where it is refused, here or by the server. */
function imported(price: unknown): unknown {
  const { texts, problem } = importJson(JSON.stringify({ price: { search: price } }), toTexts(values), names)
  if (problem !== null) return `refused: ${problem}`
  try {
    return readProvider(toOverrides(texts)).price.search
  } catch (error) {
    return `refused: ${error instanceof Error ? error.message : ''}`
  }
}

describe('a price that is imported as JSON loses nothing in silence', () => {
  test('a field that does not exist is refused, as it is in a file', () => {
    expect(() => readProvider({ price: { search: { perItem: '3', minPerCal: '60' } } })).toThrow(
      'there is no such field',
    )
    expect(imported({ perItem: '3', minPerCal: '60' })).toMatch(/^refused/)
  })
  test.each([
    ['steps that are no list', { perItem: '3', steps: {} }],
    ['steps of null', { perItem: '3', steps: null }],
    ['a step of null', { perItem: '3', steps: [null] }],
    ['a step with a field too many', { perItem: '3', steps: [{ from: 5, perItem: '2', to: 9 }] }],
  ])('%s: a clear error, not a crash', (_, price) => expect(imported(price)).toMatch(/^refused/))
  test('a price of null parts is refused', () => expect(imported({ perItem: null })).toMatch(/^refused/))
  test('what is right is read', () =>
    expect(imported({ perItem: '3', minPerCall: '60', steps: [{ from: 100, perItem: '2' }] })).toMatchObject({
      ...{ perItem: '3', minPerCall: '60', steps: [{ from: 100, perItem: '2' }] },
    }))
})
