import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertWatch, acknowledgeAlert, createAlertWatch, listAlerts } from '@/lib/alerts/alerts'
import { parseNano } from '@/lib/kernel'
import { setPrice } from '@/lib/money/prices'
import { findAnomalies, getWalletReport } from '@/lib/money/statements'
import type { TeamCtx } from '@/lib/platform/db'
import { RESTORE_NOTE, recordRestore } from '@/lib/server/jobs'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { PRICE } from '@/tests/factories/ledger'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describeOnDatabase('outside spend', async (open) => {
  let ctx: TeamCtx
  let walletId: string
  let wallet: PaperWallet
  const opened = await open()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)
  const upstreams = createUpstreams({
    baseUrl: 'http://127.0.0.1:9',
    provider: readProvider({ price: { timeline: '0.15' } }),
    clock,
  })
  afterAll(() => upstreams.close())
  beforeEach(async () => {
    const team = await makeOtherTeam(root)
    ctx = team.admin
    walletId = team.walletId
    wallet = paperWallet(ctx, clock, walletId)
  })

  const quarterHourAfter = (at: Date) => new Date(Math.ceil((at.getTime() + 1) / (15 * MINUTE)) * 15 * MINUTE)
  const alertsOf = async (...kinds: string[]) =>
    (await listAlerts(ctx)).filter(({ kind }) => kinds.includes(kind))

  test('is reported once, even if recognized more than a day later', async () => {
    const watch = createAlertWatch(clock)
    const readAndLook = async () => {
      await wallet.read()
      await watch.look(ctx, upstreams)
    }
    await readAndLook()
    await wallet.page(97)
    await readAndLook()
    await wallet.page(100)
    // A new price of 0.3 would take as much, so only the next pages can tell.
    wallet.balanceNano -= 15_000_000_000n
    await readAndLook()
    for (let hours = 0; hours < 30; hours += 6) {
      clock.advance(6 * HOUR)
      await readAndLook()
    }
    expect(await alertsOf('outside_spend', 'price_shift')).toEqual([])
    await wallet.page(83)
    await readAndLook()
    const [told] = await alertsOf('outside_spend')
    expect(told?.detail).toContain('15 credits')
    for (let hours = 0; hours < 60; hours += 6) {
      clock.advance(6 * HOUR)
      await readAndLook()
    }
    expect(await alertsOf('outside_spend', 'price_shift')).toMatchObject([{ id: told?.id }])
  })

  test('is reported as a minimum beside pages without a price or unresolved lost calls, which count at their maximum', async () => {
    const lossesBeside = async (besides: () => Promise<unknown>, booked: bigint | null = null) => {
      await besides()
      wallet.balanceNano -= 70_000_000_000n
      await wallet.read()
      for (const items of [20, 7]) {
        await wallet.page(items, PRICE, booked)
        await wallet.read()
      }
      const { outside } = await findAnomalies(ctx, new Date(0))
      return outside
        .filter(({ isPerhapsOurs }) => !isPerhapsOurs)
        .map(({ nano, isAtLeast }) => ({ nano, isAtLeast }))
    }
    wallet.settlingMs = MINUTE
    await wallet.read()
    for (const items of [20, 7, 13, 20, 7]) {
      await wallet.page(items, PRICE, null)
      await wallet.read()
    }
    const exact = { nano: 70_000_000_000n, isAtLeast: false }
    expect(await lossesBeside(async () => undefined)).toEqual([exact])
    // Nothing shows whether they are charged per item or per call.
    const besidePages = { nano: exact.nano - 7n * PRICE, isAtLeast: true }
    expect(await lossesBeside(() => wallet.page(20, PRICE, null))).toEqual([exact, besidePages])
    const [, , besideLost] = await lossesBeside(() => wallet.lose(0), PRICE)
    expect(besideLost?.isAtLeast).toBe(true)
    expect(besideLost?.nano).toBeLessThan(exact.nano)
  })

  test('is not reported for purchases between a backup and its restore, but for later losses', async () => {
    const watch = createAlertWatch(clock)
    const steal = async (credits: number) => {
      wallet.balanceNano -= BigInt(credits) * 1_000_000_000n
      clock.advance(MINUTE)
      await wallet.read()
      await watch.look(ctx, upstreams)
    }
    await steal(0)
    await wallet.page(100)
    await steal(0)
    const restore = { name: RESTORE_NOTE, holderId: clock.now().toISOString(), untilAt: clock.now() }
    await opened.db.lease.create({ data: restore })
    clock.advance(MINUTE)
    for (let start = 0; start < 2; start++) await recordRestore(opened.db, clock)
    await steal(70)
    const [told] = await alertsOf('outside_spend')
    expect(told).toMatchObject({
      title: expect.stringMatching(/^“Main” lost \S+ credits that the restored ledger does not hold$/),
      detail: expect.stringMatching(/ 70 credits that no call .* A backup was restored meanwhile/),
    })
    expect(told?.detail).not.toMatch(/leaked|someone/i)
    const entries = await opened.db.auditEntry.findMany({
      where: { teamId: ctx.team.id, action: 'backup.restore' },
    })
    expect(entries.map(({ detail }) => JSON.parse(detail))).toEqual([
      { from: restore.holderId, to: restore.untilAt.toISOString() },
    ])

    await steal(5)
    expect(await alertsOf('outside_spend')).toMatchObject([
      { id: told?.id, title: expect.stringMatching(/^“Main” lost \S+ credits that no call explains$/) },
    ])
  })

  test('is an incident that stays, with everything lost since, until someone acknowledges it with a reason', async () => {
    const watch = createAlertWatch(clock)
    const steal = async (credits: number) => {
      wallet.balanceNano -= BigInt(credits) * 1_000_000_000n
      await wallet.read()
      await watch.look(ctx, upstreams)
    }
    await steal(0)
    await wallet.page(100)
    await steal(0)
    await steal(70)
    for (let day = 0; day < 40; day++) {
      clock.advance(24 * HOUR)
      await watch.look(ctx, upstreams)
    }
    const [incident, ...others] = await alertsOf('outside_spend')
    expect(others).toEqual([])
    expect(incident).toMatchObject({ recoveredAt: null, detail: expect.stringContaining(' 70 credits') })
    await steal(5)
    // A process without a cache finds the same.
    await createAlertWatch(clock).look(ctx, upstreams)
    expect(await alertsOf('outside_spend')).toMatchObject([
      { id: incident?.id, detail: expect.stringContaining(' 75 credits') },
    ])
    const alertId = incident?.id ?? ''
    await expect(acknowledgeAlert(ctx, { alertId, reason: '' })).rejects.toMatchObject({ code: 'invalid' })
    await acknowledgeAlert(ctx, { alertId, reason: 'The key was revoked.' })
    await watch.look(ctx, upstreams)
    expect(await alertsOf('outside_spend')).toMatchObject([
      { recoveredAt: clock.now(), acknowledgeReason: 'The key was revoked.' },
    ])
    clock.advance(HOUR)
    await steal(3)
    const [more] = await alertsOf('outside_spend')
    expect(more).toMatchObject({ recoveredAt: null, detail: expect.stringContaining(' 3 credits') })
    clock.advance(72 * HOUR)
    await watch.look(ctx, upstreams)
    expect(await alertsOf('outside_spend')).toMatchObject([
      { id: more?.id, recoveredAt: null, detail: expect.stringContaining(' 3 credits') },
      { id: alertId },
    ])
  })

  test.each([
    ['1.5 seconds', 1_500, 400],
    ['90 seconds', 90_000, 60_000],
  ])('charges that show %s late are neither outside spend nor a top-up', async (_, lateMs, quietMs) => {
    const watch = createAlertWatch(clock)
    const readAndLook = async (afterMs: number) => {
      await wallet.read(afterMs)
      await watch.look(ctx, upstreams)
    }
    const from = quarterHourAfter(clock.now())
    await readAndLook(2 * MINUTE)
    clock.advance(HOUR)
    for (let run = 0; run < 4; run++) {
      await wallet.page(100 + run)
      const charge = BigInt(100 + run) * PRICE
      wallet.balanceNano += charge
      await readAndLook(quietMs)
      clock.advance(lateMs - quietMs)
      wallet.balanceNano -= charge
      await readAndLook(HOUR)
    }
    expect(await alertsOf('outside_spend', 'price_shift')).toEqual([])
    const to = quarterHourAfter(clock.now())
    const { statement } = await getWalletReport(ctx, walletId, { from, to })
    expect(statement).toMatchObject({
      topUpNano: 0n,
      outsideNano: 0n,
      unexplainedNano: 0n,
      shiftNano: 0n,
    })
    expect(statement?.closingNano).toBe(wallet.balanceNano)
  })

  test('a provider’s setting for how late charges show is respected', async () => {
    wallet.settlingMs = 300_000
    await wallet.read()
    await wallet.page(100)
    wallet.balanceNano += 4_000_000_000n
    await wallet.read(200_000)
    wallet.balanceNano -= 3_000_000_000n
    await wallet.read(400_000)
    const [from, to] = [new Date(clock.now().getTime() - HOUR), new Date(clock.now().getTime() + HOUR)]
    const { statement } = await getWalletReport(ctx, walletId, { from, to })
    expect(statement?.topUpNano).toBe(1_000_000_000n)
  })

  test.each([
    ['far too low', '0.00012345', 200_000_000n, '0.2'],
    ['far too high', '0.2', 123_450n, '0.00012345'],
  ])(
    'a price that was typed %s is reported as a price, not as outside spend',
    async (_, typed, real, shown) => {
      const typedNano = parseNano(typed) ?? 0n
      const watch = createAlertWatch(clock)
      await setPrice(ctx, { operation: 'timeline', price: typed, firstDay: '' })
      const from = quarterHourAfter(clock.now())
      await wallet.read(HOUR)
      for (const items of [100, 60, 100, 20]) {
        await wallet.page(items, real, typedNano)
        await wallet.read()
        await watch.look(ctx, upstreams)
        clock.advance(HOUR)
        for (const { title, detail } of await alertsOf('outside_spend'))
          expect(`${title} ${detail}`).not.toMatch(/^Someone|leaked/)
      }
      for (const { recoveredAt, title, detail } of await alertsOf('outside_spend')) {
        expect(recoveredAt).not.toBeNull()
        expect(title).toMatch(/^It was a price/)
        expect(detail).toContain(`a timeline’s item takes ${shown} credits, as the readings since then prove`)
      }
      expect(await alertsOf('price_shift')).toMatchObject([
        {
          title: `Timelines have another price: ${shown} credits per item`,
          detail: expect.stringContaining(`${typed} is booked. Set the new price under Settings.`),
          recoveredAt: null,
        },
      ])
      const { statement } = await getWalletReport(ctx, walletId, { from, to: quarterHourAfter(clock.now()) })
      expect(statement).toMatchObject({
        shiftNano: 280n * (real - typedNano),
        topUpNano: 0n,
        outsideNano: 0n,
        unexplainedNano: 0n,
      })
    },
  )

  describe('with a price of many digits', () => {
    const REAL = 123_457_000n
    let watch: AlertWatch
    const readAndLook = async () => {
      await wallet.read()
      await watch.look(ctx, upstreams)
    }
    beforeEach(async () => {
      watch = createAlertWatch(clock)
      await wallet.read()
      await wallet.page(100)
      await readAndLook()
      await wallet.page(50, PRICE + REAL)
      await readAndLook()
    })

    test('is reported as another price or someone else, and as a price once that is proven', async () => {
      const [first] = await alertsOf('outside_spend')
      expect(first?.title).toMatch(/^“Main” lost \S+ credits beyond what our pages explain so far$/)
      expect(first?.detail).not.toContain('leaked')
      clock.advance(30 * HOUR)
      await readAndLook()
      expect((await alertsOf('outside_spend'))[0]?.recoveredAt).toBeNull()
      await wallet.page(31, PRICE + REAL)
      await readAndLook()
      expect((await alertsOf('outside_spend'))[0]?.recoveredAt).not.toBeNull()
      const [shift] = await alertsOf('price_shift')
      expect(shift?.title).toBe('Timelines have another price: 0.273457 credits per item')
      const [from, to] = [new Date(clock.now().getTime() - 40 * HOUR), new Date(clock.now().getTime() + HOUR)]
      const { estimates } = await getWalletReport(ctx, walletId, { from, to })
      expect(estimates).toMatchObject([{ priceNano: PRICE + REAL, observations: 2 }])
    })

    test('is reported as someone else once our next pages cost what they should', async () => {
      await wallet.page(31)
      await readAndLook()
      expect(await alertsOf('outside_spend')).toMatchObject([
        {
          title: expect.stringMatching(/^“Main” lost \S+ credits that no call explains$/),
          recoveredAt: null,
        },
        { recoveredAt: expect.any(Date) },
      ])
    })

    test('an alert describes the current state, not what was to be done before', async () => {
      await wallet.page(31, PRICE + REAL)
      await readAndLook()
      const detail = async () => (await alertsOf('price_shift'))[0]?.detail
      expect(await detail()).toContain('Set the new price under Settings')
      await setPrice(ctx, { operation: 'timeline', price: '0.273457', firstDay: '' })
      await watch.look(ctx, upstreams)
      expect(await detail()).toContain('That is what is booked from now on')
      const fired = await opened.db.alert.count({ where: { teamId: ctx.team.id, kind: 'price_shift' } })
      expect(fired).toBe(1)
    })
  })
})
