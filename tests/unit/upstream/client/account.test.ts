import { describe, expect, test } from 'vitest'
import { readProvider } from '@/lib/upstream/client'
import type { JsonValue } from '@/lib/upstream/client/json'
import { readKeyInfoObject } from '@/lib/upstream/client/key-info'

const read = (body: JsonValue, account: object | null = {}) =>
  readKeyInfoObject(body, readProvider({ account: account && { prefix: null, rate: null, ...account } }))

const told = (balanceNano: bigint, rest: object = {}) => ({
  ok: true,
  value: { keyPrefix: null, requestsPerSecond: null, balanceNano, expiringNano: null, ...rest },
})

describe('a balance', () => {
  test('is the sum of the fields that the provider names, of which all but the first may expire', () => {
    const account = { balance: ['recharge', 'data.bonus', 'free'] }
    expect(read({ recharge: 10, data: { bonus: '2.5' }, free: 0 }, account)).toEqual(
      told(12_500_000_000n, { expiringNano: 2_500_000_000n }),
    )
  })

  test('may be negative, in one part or as a whole', () => {
    const account = { balance: ['recharge', 'bonus'] }
    expect(read({ recharge: -10, bonus: 4 }, account)).toEqual(
      told(-6_000_000_000n, { expiringNano: 4_000_000_000n }),
    )
    expect(read({ recharge: 10, bonus: '-4.000000001' }, account)).toEqual(
      told(5_999_999_999n, { expiringNano: -4_000_000_001n }),
    )
  })

  test.each([
    ['0.01', 1234, 12_340_000_000n],
    ['0.01', '-5', -50_000_000n],
    ['1000', '1.5', 1_500_000_000_000n],
    ['0.000000001', 1_000_000_000, 1_000_000_000n],
    ['0.5', '0.000000001', 0n],
  ])('is multiplied by %s: %j', (factor, balance, nano) => {
    expect(read({ balance }, { factor })).toEqual(told(nano))
  })

  test('is not rounded by floating point', () => {
    expect(read({ balance: '8999999999.123456789' })).toEqual(told(8_999_999_999_123_456_789n))
    expect(read({ balance: '0.1', more: '0.2' }, { balance: ['balance', 'more'] })).toEqual(
      told(300_000_000n, { expiringNano: 200_000_000n }),
    )
  })

  test('is not guessed if one of its parts is missing', () => {
    const account = { balance: ['recharge', 'bonus'] }
    expect(read({ recharge: 10 }, account)).toMatchObject({
      problem: {
        kind: 'not_understood',
        message: expect.stringContaining('The API’s answer about the key has no usable bonus.'),
      },
    })
    expect(read({ bonus: 10, recharge: 'soon' }, account)).toMatchObject({
      problem: { message: expect.stringContaining('has no usable recharge.') },
    })
  })

  test('is reported if it is too large to store, even if only the sum or the product is', () => {
    const kept = { problem: { kind: 'not_understood' } }
    expect(read({ balance: '9999999999' })).toMatchObject(kept)
    expect(read({ balance: 1, a: '9000000000', b: '9000000000' }, { balance: ['a', 'b'] })).toMatchObject(
      kept,
    )
    expect(read({ balance: '9000000000' }, { factor: '10' })).toMatchObject(kept)
  })
})

describe('a key’s rate', () => {
  test('is read if the provider names its field, even from text', () => {
    expect(read({ balance: 1, limits: { qps: '25' } }, { rate: 'limits.qps' })).toEqual(
      told(1_000_000_000n, { requestsPerSecond: 25 }),
    )
  })

  test('makes the answer unusable if it is named and missing', () => {
    expect(read({ balance: 1 }, { rate: 'qps' })).toMatchObject({
      problem: { message: expect.stringContaining('no usable qps') },
    })
  })
})

test('a prefix longer than Purser shows is cut', () => {
  const key = 'abcdefghijklmnopqrstuvwxyz'
  expect(read({ balance: 1, key }, { prefix: 'key' })).toEqual(
    told(1_000_000_000n, { keyPrefix: 'abcdefghijkl' }),
  )
})

test('a failure inside an answer is a failure, unless the balance is present', () => {
  expect(read({ error: 'No such key' })).toMatchObject({
    problem: { kind: 'bad_request', upstreamWords: 'No such key' },
  })
  expect(read({ error: 'Old version', balance: 3 })).toEqual(told(3_000_000_000n))
})

test('without an account nothing is read', () => {
  expect(read({ balance: 1 }, null)).toMatchObject({ ok: false, problem: { kind: 'not_understood' } })
})
