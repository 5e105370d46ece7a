import { describe, expect, test } from 'vitest'
import { FAULT_NAMES, FAULTS, type FaultSetting } from '@/lib/sandbox'
import { request, type Started, start, walletOf } from './start'

const PATH = '/v1/users/ada/tweets'

/** Returns the statuses of `length` pages, of which the faulty ones are not 200. */
async function statuses({ get, clock }: Started, length = 60): Promise<number[]> {
  const found: number[] = []
  for (let turn = 1; turn <= length; turn++) {
    found.push((await get(PATH)).status)
    clock.advance(10)
  }
  return found
}

async function statusesUnder(fault: FaultSetting, length?: number) {
  const started = await start()
  started.sandbox.setFault(fault)
  return statuses(started, length)
}

describe('Which requests meet a fault', () => {
  test('the same seed and share select the same requests, every time and after each setting', async () => {
    const fault = { name: '500-before-charge', seed: 7, share: 0.3 } as const
    const started = await start({ fault })
    const first = await statuses(started)
    expect(started.sandbox.faultState()).toMatchObject({
      setting: fault,
      met: first.filter((status) => status === 500).length,
    })
    expect(await statusesUnder(fault)).toEqual(first)
    started.sandbox.setFault(fault)
    expect(await statuses(started)).toEqual(first)
    expect(await statusesUnder({ ...fault, seed: 8 })).not.toEqual(first)
  })

  test.each([
    [0, 0, 0],
    [0.2, 0.1, 0.3],
    [1, 1, 1],
  ])('a share of %d', async (share, least, most) => {
    const met = (await statusesUnder({ name: '500-before-charge', share }, 100)).filter((s) => s === 500)
    expect(met.length / 100).toBeGreaterThanOrEqual(least)
    expect(met.length / 100).toBeLessThanOrEqual(most)
  })

  test('a storm is five requests in a row, or more if one begins within another', async () => {
    const found = (await statusesUnder({ name: '429-storm', seed: 3, share: 0.05 }, 100)).join(' ')
    const storms = found.match(/429( 429)*/g) ?? []
    expect(storms.length).toBeGreaterThan(0)
    expect(found).toMatch(/200/)
    for (const storm of storms) {
      const isCutByTheEnd = found.endsWith(storm)
      if (!isCutByTheEnd) expect(storm.split(' ').length).toBeGreaterThanOrEqual(5)
    }
  })

  test('only pages meet it: the key info is intact and does not count', async () => {
    const { get, sandbox } = await start({ fault: { name: '500-before-charge', only: 'pages' } })
    expect((await get('/v1/me')).status).toBe(200)
    expect((await get(PATH)).status).toBe(500)
    expect(sandbox.faultState().met).toBe(1)
  })

  test('null ends it', async () => {
    const { get, sandbox } = await start({ fault: { name: '500-before-charge' } })
    sandbox.setFault(null)
    expect((await get(PATH)).status).toBe(200)
    expect(sandbox.faultState()).toMatchObject({ setting: null, met: 0 })
  })

  test.each([{ seed: -1 }, { seed: 1.5 }, { share: -0.1 }, { share: 1.1 }, { share: Number.NaN }])(
    '%j is refused',
    async (wrong) => {
      const { sandbox } = await start()
      expect(() => sandbox.setFault({ name: 'redirect', ...wrong })).toThrow(/seed|share/)
      expect(sandbox.faultState().setting).toBeNull()
    },
  )

  test('every fault describes in a sentence what happens', () => {
    expect(FAULT_NAMES.length).toBeGreaterThan(30)
    for (const name of FAULT_NAMES) expect(FAULTS[name].what).toMatch(/^[A-Z].*\.$/)
  })
})

describe('Faults on the control port', () => {
  async function startControl() {
    const started = await start()
    const { baseUrl } = await started.sandbox.listenControl({ port: 0 })
    const post = (body: unknown) =>
      request(`${baseUrl}/faults`, { method: 'POST', body: JSON.stringify(body) })
    const state = async () => JSON.parse((await request(`${baseUrl}/state`)).text)
    return { ...started, post, state }
  }

  test('a fault is set, shown and removed', async () => {
    const started = await startControl()
    const { post, state, get } = started
    expect((await post({ name: 'reset-after-charge', seed: 5, only: 'pages' })).status).toBe(200)
    await expect(get(PATH)).rejects.toThrow()
    expect(await state()).toMatchObject({
      wallets: [{ keys: [{ pages: 1, items: 20, deliveredPages: 0, deliveredItems: 0 }] }],
      fault: { setting: { name: 'reset-after-charge', seed: 5, share: 1, only: 'pages' }, met: 1 },
    })
    expect((await post({ name: null })).status).toBe(200)
    expect((await get(PATH)).status).toBe(200)
    expect(walletOf(started).keys).toMatchObject([{ pages: 2, deliveredPages: 1, deliveredItems: 20 }])
  })

  test.each([
    {},
    { name: 'no-such-fault' },
    { name: 'toString' },
    { name: 'redirect', seed: '1' },
    { name: 'redirect', share: 2 },
    { name: 'redirect', only: 'some' },
  ])('%j is answered 400 and changes nothing', async (body) => {
    const { post, state } = await startControl()
    expect((await post(body)).status).toBe(400)
    expect((await state()).fault.setting).toBeNull()
  })
})
