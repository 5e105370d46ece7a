import { describe, expect, test } from 'vitest'
import { buildRefusal, relayAnswer } from '@/lib/gateway/answers'
import { createServiceActivityCounter } from '@/lib/gateway/figures'
import { createRepeatCache } from '@/lib/gateway/reuse'
import type { GatewayAnswer } from '@/lib/gateway/types'
import { createWaitingRoom } from '@/lib/gateway/waiting-room'

const answer = (charge: GatewayAnswer['charge'], text = 'page'): GatewayAnswer => ({
  status: 200,
  headers: {},
  body: Buffer.from(text),
  charge,
})

describe('the waiting room', () => {
  const visit = { keyId: 'k', lane: 'a', requestsPerSecond: 10, waitMs: 1000 }

  test('holds for each service as many calls as can leave within its wait, and no more', () => {
    const room = createWaitingRoom()
    const places = Array.from({ length: 12 }, () => room.enter(visit))
    expect(places.filter((leave) => leave !== null)).toHaveLength(11)
    expect(room.enter({ ...visit, lane: 'b' })).not.toBeNull()
    places[0]?.()
    places[0]?.()
    expect(room.enter(visit)).not.toBeNull()
    expect(room.enter(visit)).toBeNull()
  })

  test('holds a limited number of calls for a key, and in total', () => {
    const room = createWaitingRoom()
    const fill = (keyId: string) => {
      let count = 0
      while (room.enter({ keyId, lane: String(count), requestsPerSecond: 1, waitMs: 1000 })) count++
      return count
    }
    expect(['a', 'b', 'c', 'd', 'e'].map(fill)).toEqual([3000, 3000, 3000, 1000, 0])
  })
})

describe('repeats', () => {
  const name = { gatewayKeyId: 'g', requestId: 'r', target: '/x' }

  test('an answer is kept for a minute, unless nothing was charged', async () => {
    let now = 0
    const repeats = createRepeatCache(() => now)
    let calls = 0
    const buy = (charge: GatewayAnswer['charge']) => async () => answer(charge, String(++calls))
    await repeats.once(name, buy('none'))
    await repeats.once(name, buy('settled'))
    now = 59_000
    expect(await repeats.once(name, buy('settled'))).toMatchObject({ isRepeat: true })
    expect(await repeats.once({ ...name, target: '/y' }, buy('settled'))).toBe('differs')
    now = 61_000
    expect(await repeats.once(name, buy('settled'))).toMatchObject({ isRepeat: false })
    expect(calls).toBe(3)
  })

  test('a repeat whose answer had to make room for others buys nothing', async () => {
    let now = 0
    const repeats = createRepeatCache(() => now)
    let calls = 0
    const buy = async () => answer('settled', 'x'.repeat(1024 * 1024 + ++calls))
    for (let id = 0; id < 70; id++) await repeats.once({ ...name, requestId: `r${id}` }, buy)
    expect(await repeats.once({ ...name, requestId: 'r0' }, buy)).toBe('gone')
    expect(await repeats.once({ ...name, requestId: 'r69' }, buy)).toMatchObject({ isRepeat: true })
    expect(calls).toBe(70)
    now = 61_000
    expect(await repeats.once({ ...name, requestId: 'r0' }, buy)).toMatchObject({ isRepeat: false })
  })

  test('headers count towards the size of the cache', async () => {
    const repeats = createRepeatCache(() => 0)
    const buy = async () => ({ ...answer('settled'), headers: { 'x-long': 'x'.repeat(1024 * 1024) } })
    for (let id = 0; id < 70; id++) await repeats.once({ ...name, requestId: `r${id}` }, buy)
    expect(await repeats.once({ ...name, requestId: 'r0' }, buy)).toBe('gone')
  })

  test('of many simultaneous repeats one buys; if it bought nothing, the next one does', async () => {
    const repeats = createRepeatCache(() => 0)
    let calls = 0
    const work = async () => {
      await Promise.resolve()
      return answer(++calls < 3 ? 'none' : 'settled')
    }
    const all = await Promise.all(Array.from({ length: 8 }, () => repeats.once(name, work)))
    expect(calls).toBe(3)
    expect(all.filter((each) => typeof each === 'object' && each.isRepeat)).toHaveLength(5)
  })
})

test('figures show what each service of a team does, and of no other team', () => {
  let now = 0
  const figures = createServiceActivityCounter({ monotonic: () => now })
  const service = { teamId: 't', serviceId: 's' }
  figures.countArrival(service)
  now = 30_000
  figures.countArrival(service)
  figures.refused(service, 'too_busy')
  const follow = figures.follow(service)
  follow('waiting')
  expect(figures.of('t').get('s')).toMatchObject({
    waiting: 1,
    underWay: 0,
    lastMinute: 2,
    refusals: { too_busy: 1 },
  })
  follow('underWay')
  now = 61_000
  expect(figures.of('t').get('s')).toMatchObject({ waiting: 0, underWay: 1, lastMinute: 1 })
  follow(null)
  expect(figures.of('t').get('s')).toMatchObject({ waiting: 0, underWay: 0 })
  expect(figures.of('other').size).toBe(0)
})

test('the gateway’s own refusals have the form of the API’s errors', () => {
  const form = { errorFields: ['error.reason'], retryAfterUnit: 'milliseconds' as const }
  const refused = buildRefusal(form, {
    status: 429,
    problem: 'too_busy',
    message: 'Busy.',
    retryAfterMs: 1500,
  })
  expect(JSON.parse(Buffer.from(refused.body).toString())).toEqual({ error: { reason: 'Busy.' } })
  expect(refused.headers).toMatchObject({ 'purser-problem': 'too_busy', 'retry-after': '1500' })
})

test('headers of the API’s connection and session are withheld, and our own cannot be forged', () => {
  const headers = new Map([
    ['x-cost', '3'],
    ['set-cookie', 'a=b'],
    ['location', 'https://elsewhere.example/'],
    ['refresh', '0; url=https://elsewhere.example/'],
    ['transfer-encoding', 'chunked'],
    ['purser-problem', 'forged'],
    ['content-length', '9'],
  ])
  const body = Buffer.from('{}')
  const passed = relayAnswer({ httpStatus: 200, headers, body, heldKey: true }, 'settled')
  expect(passed.headers).toEqual({ 'x-cost': '3', 'cache-control': 'private', 'purser-withheld': 'key' })
})

test.each([
  ['public, max-age=600, s-maxage=900', 'private, max-age=600'],
  ['no-store', 'private, no-store'],
  ['private="a, public", must-revalidate', 'private, must-revalidate'],
])('an answer is the caller’s alone to a cache in front of Purser: %s', (given, told) => {
  const obeyed = [
    'cdn-cache-control',
    'cloudflare-cdn-cache-control',
    'surrogate-control',
    'x-accel-redirect',
  ]
  const headers = new Map([['cache-control', given], ...obeyed.map((name) => [name, 'public'] as const)])
  const passed = relayAnswer({ httpStatus: 200, headers, body: Buffer.from('{}'), heldKey: false }, 'settled')
  expect(passed.headers).toEqual({ 'cache-control': told })
})
