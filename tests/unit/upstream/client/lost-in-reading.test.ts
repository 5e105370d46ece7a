import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultProvider } from '@/lib/upstream/client'
import { isJsonLossy, readPageBody } from '@/lib/upstream/client/digest-page'
import { type JsonValue, parseJson } from '@/lib/upstream/client/json'

const isLost = (text: string): boolean => {
  const json = parseJson(text, 100)
  return json === undefined || isJsonLossy(Buffer.from(text), json)
}

test('parsing loses nothing of JSON with distinct names and short fractions, however it is written', () => {
  const leaf = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null))
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value')),
      fc.dictionary(
        fc.string({ unit: 'binary' }).filter((name) => name !== '__proto__'),
        tie('value'),
      ),
    ),
  }))
  fc.assert(
    fc.property(value, fc.constantFrom('', ' ', '\n\t'), (drawn, indent) => {
      expect(isLost(JSON.stringify(drawn, null, indent))).toBe(false)
    }),
  )
})

test.each([
  ['two fields of one name', '{"a":1,"a":2}', true],
  ['two of one name in different spelling', '{"a":1,"\\u0061":2}', true],
  ['two of one name deep within', '[{"x":{"a":{"b":1,"b":{}}}}]', true],
  ['one name in two places', '[{"a":{"a":1}},{"a":2}]', false],
  ['colons and quotation marks in texts', '{"a\\":\\\\":"b: \\"c\\": d\\\\","e":":"}', false],
  ['a long fraction', '{"n":0.123456789012}', true],
  ['a fraction with an exponent', '{"n":-1.23456789e-10}', true],
  ['a short fraction beside a long number', '{"n":12.5,"m":12345678901234567890}', false],
])('%s', (_, text, lost) => {
  expect(isLost(text)).toBe(lost)
})

test.each([
  ['in a fraction', (digits: string) => `"n":0.${digits}`],
  ['in the first of two fields of one name', (digits: string) => `"n":"${digits}","n":1`],
])('a body that holds the key %s is not passed on', (_, field) => {
  const digits = '4938271605948372'
  const relay = (key: string) =>
    readPageBody({
      body: Buffer.from(`{"tweets":[{"id":"1","text":"a"}],${field(digits)}}`),
      charge: undefined,
      operation: 'timeline',
      provider: defaultProvider,
      isRelayed: true,
      key,
    })
  expect(relay(`xd_live_0000${digits}`)).toBeNull()
  expect(relay('xd_live_0000otherSecret99')).toMatchObject({ ok: true })
})
