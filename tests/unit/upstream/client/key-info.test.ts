import { describe, expect, test } from 'vitest'
import {
  defaultProvider,
  describeKeyForm,
  isPossibleKey,
  keyPrefix,
  readProvider,
} from '@/lib/upstream/client'
import type { JsonValue } from '@/lib/upstream/client/json'
import { redactKeys } from '@/lib/upstream/client/key-format'
import { readKeyInfoObject } from '@/lib/upstream/client/key-info'
import { KEY_TEXT } from './server'

const GOOD = { key_prefix: 'xd_live_abcd', balance: 12.5, rate_limit_qps: 10 }
const read = (body: JsonValue) => readKeyInfoObject(body, defaultProvider)

describe('the key info object', () => {
  test('has three fields', () => {
    expect(read(GOOD)).toEqual({
      ok: true,
      value: {
        keyPrefix: 'xd_live_abcd',
        balanceNano: 12_500_000_000n,
        expiringNano: null,
        requestsPerSecond: 10,
      },
    })
  })

  test.each([
    [0, 0n],
    [-3, -3_000_000_000n],
    ['8999999999.999999999', 8_999_999_999_999_999_999n],
    [0.1, 100_000_000n],
    [1e-7, 100n],
    [1e-10, 0n],
  ])('a balance of %j', (balance, balanceNano) => {
    expect(read({ ...GOOD, balance })).toMatchObject({ value: { balanceNano } })
  })

  test.each([
    ['key_prefix', null],
    ['key_prefix', {}],
    ['balance', null],
    ['balance', 'plenty'],
    ['balance', '1e300'],
    ['rate_limit_qps', 0],
    ['rate_limit_qps', 1.5],
    ['rate_limit_qps', 'many'],
    ['rate_limit_qps', 1e9],
  ])('%s cannot be %j, and the problem names it', (field, value) => {
    const reading = read({ ...GOOD, [field]: value })
    expect(reading).toMatchObject({ problem: { kind: 'not_understood' } })
    expect(JSON.stringify(reading)).toContain(field)
  })

  test('may report a failure with status 200', () => {
    expect(read({ status: 'error', msg: 'No such key' })).toMatchObject({
      problem: { kind: 'bad_request', upstreamWords: 'No such key' },
    })
  })
})

describe('a key', () => {
  test('of the interface document is xd_live_ and 32 characters', () => {
    expect(isPossibleKey(KEY_TEXT, defaultProvider)).toBe(true)
    expect(isPossibleKey(`xd_live_${'_-.~!'.repeat(6)}aa`, defaultProvider)).toBe(true)
    const bad = [
      '',
      KEY_TEXT.slice(1),
      `${KEY_TEXT}x`,
      ` ${KEY_TEXT}`,
      `${KEY_TEXT}\n`,
      `xd_live_${' '.repeat(32)}`,
    ]
    expect(bad.filter((text) => isPossibleKey(text, defaultProvider))).toEqual([])
  })

  test('is named by its first 12 characters', () => {
    expect(keyPrefix(KEY_TEXT)).toBe('xd_live_abcd')
  })

  test('that is short is named by 30 % of its characters, so that the rest stays secret', () => {
    expect(keyPrefix('a'.repeat(16))).toHaveLength(4)
    expect(keyPrefix('a'.repeat(39))).toHaveLength(11)
    expect(keyPrefix('a'.repeat(40))).toHaveLength(12)
    expect(keyPrefix('a'.repeat(512))).toHaveLength(12)
  })

  const keysOf = (key: object) => readProvider({ key })
  const ANY = keysOf({ beginsWith: null, length: null })
  const BEGINNING = keysOf({ beginsWith: 'xq_', length: null })

  test('of a service that says nothing about its keys has 16 to 512 printable characters', () => {
    const good = ['a'.repeat(16), 'a'.repeat(512), `${'%'.repeat(50)}AAAA/+=`, 'new1_0123456789abcdef']
    expect(good.filter((text) => !isPossibleKey(text, ANY))).toEqual([])
    const bad = [
      'a'.repeat(15),
      'a'.repeat(513),
      `${'a'.repeat(20)} b`,
      `${'a'.repeat(20)}é`,
      `${'a'.repeat(20)}\n`,
    ]
    expect(bad.filter((text) => isPossibleKey(text, ANY))).toEqual([])
  })

  test('has the prefix and the length that its service names', () => {
    expect(isPossibleKey(`xq_${'0'.repeat(64)}`, BEGINNING)).toBe(true)
    expect(isPossibleKey(`xd_${'0'.repeat(64)}`, BEGINNING)).toBe(false)
    const long = keysOf({ beginsWith: null, length: 67 })
    expect(isPossibleKey('0'.repeat(67), long)).toBe(true)
    expect(isPossibleKey('0'.repeat(66), long)).toBe(false)
  })

  test('is described to the user who pastes one', () => {
    expect(describeKeyForm(defaultProvider)).toBe('A key is xd_live_ followed by 32 characters.')
    expect(describeKeyForm(BEGINNING)).toBe('A key begins with xq_.')
    expect(describeKeyForm(keysOf({ beginsWith: null, length: 67 }))).toBe('A key has 67 characters.')
    expect(describeKeyForm(ANY)).toBe('A key has 16 to 512 characters.')
  })

  test('loses its secret part in texts, found by the prefix that its service names or by the usual one', () => {
    const odd = keysOf({ beginsWith: 'k$(1)_', length: null })
    expect(redactKeys(`a k$(1)_${'z'.repeat(30)} b ${KEY_TEXT}`, odd)).toBe('a k$(1)_zzzz… b xd_live_abcd…')
    expect(redactKeys('the word xq_short stays', BEGINNING)).toBe('the word xq_short stays')
  })
})
