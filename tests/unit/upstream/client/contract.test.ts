import { describe, expect, test } from 'vitest'
import { AppError, largestPage, maximumCount } from '@/lib/kernel'
import { contractSchema, defaultContract, readContract } from '@/lib/upstream/client'

describe('Contract', () => {
  test('has a default for every gap', () => {
    expect(defaultContract).toMatchObject({
      authHeader: 'x-api-key',
      timelinePath: '/v1/users/{user}/tweets',
      searchPath: '/v1/search',
      searchQueryParameter: 'q',
      followersPath: '/v1/users/{user}/followers',
      itemsArray: { timeline: null, search: null, followers: null },
      retryAfterUnit: 'auto',
      chargeHeader: null,
      chargeField: null,
      price: { timeline: null, search: null, followers: null },
      balanceUnit: 'credits',
      supportAddress: null,
      limits: { connectMs: 5000, answerMs: 30_000, bodyBytes: 8_388_608, jsonDepth: 32 },
    })
    expect(readContract({})).toEqual(defaultContract)
    expect(contractSchema.parse(defaultContract)).toEqual(defaultContract)
  })

  test('parts of it go over the defaults', () => {
    const contract = readContract({
      price: { search: '0.2' },
      fields: { id: ['tweetId'] },
      chargeHeader: 'X-Cost',
    })
    expect(contract.price).toEqual({ timeline: null, search: '0.2', followers: null })
    expect(contract.fields).toEqual({ ...defaultContract.fields, id: ['tweetId'] })
    expect(contract.chargeHeader).toBe('x-cost')
    expect(contract.limits).toEqual(defaultContract.limits)
  })

  test.each([
    [{ price: { search: 0.2 } }, 'price.search'],
    [{ price: { search: '-1' } }, 'price.search'],
    [{ price: { search: 'free' } }, 'price.search'],
    [{ serachPath: '/v1/find' }, 'serachPath'],
    [{ limits: { answerSeconds: 3 } }, 'limits.answerSeconds'],
    [{ limits: { jsonDepth: 1e9 } }, 'limits.jsonDepth'],
    [{ searchPath: 'v1/search' }, 'searchPath'],
    [{ searchPath: '/v1/search?x=1' }, 'searchPath'],
    [{ searchPath: '/v1/{user}' }, 'searchPath'],
    [{ followersPath: '/v1/followers' }, 'followersPath'],
    [{ followersPath: '/v1/{user}/{user}' }, 'followersPath'],
    [{ timelinePath: '/v2/users/{user}/tweets' }, 'timelinePath'],
    [{ authHeader: 'cookie' }, 'authHeader'],
    [{ chargeHeader: 'x cost' }, 'chargeHeader'],
    [{ fields: { id: [] } }, 'fields.id'],
  ])('%j is refused, naming %s', (json, field) => {
    const error = errorOf(json)
    expect(error).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } })
    expect(error.message).toContain(field)
  })

  test.each([null, 'text', 7, []])('%j is no contract', (json) => {
    expect(errorOf(json).message).toMatch(/^The contract cannot be used: /)
  })
})

test('Limits / Page size: the maxima, and what to reserve', () => {
  expect([maximumCount('timeline'), maximumCount('search'), maximumCount('followers')]).toEqual([
    100, 50, 200,
  ])
  expect([largestPage('timeline'), largestPage('search'), largestPage('followers')]).toEqual([100, 50, 200])
})

function errorOf(json: unknown): AppError {
  try {
    readContract(json)
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('An AppError was expected.')
}

test.each(['dd/MM/yyyy HH:mm', "d 'of' LLLL yy", 'X', 'yyyy-ooo'])(
  'a form of times may be %s',
  (timeFormat) => {
    expect(readContract({ timeFormat }).timeFormat).toBe(timeFormat)
  },
)

test.each(['', 'hello', 'HH:mm', "'yyyy-MM-dd'", 'MM/dd'])(
  'a form of times without a day is refused: %j',
  (timeFormat) => {
    expect(() => readContract({ timeFormat })).toThrow('year, month and day, such as dd/MM/yyyy HH:mm')
  },
)
