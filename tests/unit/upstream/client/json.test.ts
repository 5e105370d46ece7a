import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson, valueAtPath } from '@/lib/upstream/client/json'

const parse = (text: string) => parseJson(text, 32)

describe('JSON', () => {
  test('is parsed as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        const text = JSON.stringify(value)
        const numbersAsText = (_: string, inner: unknown) =>
          typeof inner === 'number' ? String(inner) : inner
        expect(JSON.stringify(parse(text), numbersAsText)).toBe(
          JSON.stringify(JSON.parse(text), numbersAsText),
        )
      }),
    )
  })

  test('ids above 2^53 keep every digit', () => {
    fc.assert(
      fc.property(fc.bigInt(2n ** 53n, 10n ** 38n), (id) => {
        expect(parse(`{"id":${id}}`)).toEqual({ id: String(id) })
      }),
    )
  })

  test('decimals that floating point would round or cannot hold keep every digit', () => {
    expect(parse('[0.1,1e2,0.1234567890123456789,1e400,1e-400]')).toEqual([
      0.1,
      100,
      '0.1234567890123456789',
      '1e400',
      '1e-400',
    ])
  })

  test('a number of a million digits is cheap to parse', () => {
    const digits = `1.${'0'.repeat(1_000_000)}1`
    expect(parse(`[${digits}]`)).toEqual([digits])
  })

  test('of equal names the last one counts, and __proto__ is a name like any other', () => {
    expect(parse('{"a":1,"a":2}')).toEqual({ a: 2 })
    const value = parse('{"__proto__":{"polluted":true}}')
    expect(valueAtPath(value, 'polluted')).toBeUndefined()
    expect(valueAtPath(value, '__proto__.polluted')).toBe(true)
    expect(valueAtPath(value, 'constructor.name')).toBeUndefined()
  })

  test.each(['', '{', '[1,]', "{'a':1}", '{"a":1}x', 'undefined', 'NaN', '"\\x"'])('is not %s', (text) => {
    expect(parse(text)).toBeUndefined()
  })

  test('depth is limited, and brackets in strings do not count', () => {
    expect(parseJson('[[[1]]]', 3)).toEqual([[[1]]])
    expect(parseJson('[[[[1]]]]', 3)).toBeUndefined()
    expect(parseJson('["[[[[\\"[[[["]', 3)).toEqual(['[[[["[[[['])
    expect(parse('['.repeat(1_000_000))).toBeUndefined()
  })

  test('no text makes the parser throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parse(text)))
  })
})
