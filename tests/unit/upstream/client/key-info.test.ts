import { describe, expect, test } from 'vitest'
import { defaultProvider, KEY_FORMAT, keyPrefix } from '@/lib/upstream/client'
import type { JsonValue } from '@/lib/upstream/client/json'
import { readKeyInfoObject } from '@/lib/upstream/client/key-info'
import { KEY_TEXT } from './server'

const GOOD = { key_prefix: 'xd_live_abcd', balance: 12.5, rate_limit_qps: 10 }
const read = (body: JsonValue) => readKeyInfoObject(body, defaultProvider)

describe('Key info object', () => {
  test('its three fields', () => {
    expect(read(GOOD)).toEqual({
      ok: true,
      value: { keyPrefix: 'xd_live_abcd', balanceNano: 12_500_000_000n, requestsPerSecond: 10 },
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

  test('a failure inside a status 200', () => {
    expect(read({ status: 'error', msg: 'No such key' })).toMatchObject({
      problem: { kind: 'bad_request', upstreamWords: 'No such key' },
    })
  })
})

describe('Key', () => {
  test('is xd_live_ and 32 characters', () => {
    expect(KEY_FORMAT.test(KEY_TEXT)).toBe(true)
    expect(KEY_FORMAT.test(`xd_live_${'_-.~!'.repeat(6)}aa`)).toBe(true)
    const bad = [
      '',
      KEY_TEXT.slice(1),
      `${KEY_TEXT}x`,
      ` ${KEY_TEXT}`,
      `${KEY_TEXT}\n`,
      `xd_live_${' '.repeat(32)}`,
    ]
    expect(bad.filter((text) => KEY_FORMAT.test(text))).toEqual([])
  })

  test('is named by its first 12 characters', () => {
    expect(keyPrefix(KEY_TEXT)).toBe('xd_live_abcd')
  })
})
