import { expect, test } from 'vitest'
import { LOOK_UP_OPERATION, leadPrice, type Operation, perItemTariff } from '@/lib/kernel'
import { findHighestTariff, findPriceInForce, listPrices, setPrice } from '@/lib/money/prices'
import { transaction } from '@/lib/platform/db'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const DAY = 86_400_000
const PROVIDER = { timeline: perItemTariff(100_000_000n), search: null, followers: null }

describeOnEachEngine('prices', async (open) => {
  const opened = await open()
  // Noon in Berlin, the team's zone, is 11:00 in UTC.
  const clock = makeTestClock(new Date('2026-03-10T11:00:00Z'))
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin

  const at = (moment: Date, operation: Operation = 'timeline') =>
    findPriceInForce(ctx.db, {
      teamId: ctx.team.id,
      operation,
      at: moment,
      provider: PROVIDER,
      walletId: null,
    })
  const highest = (operation: Operation) =>
    transaction(ctx.db, async (tx) => {
      const tariff = await findHighestTariff(tx, {
        teamId: ctx.team.id,
        operation,
        at: clock.now(),
        provider: PROVIDER,
        walletId: null,
      })
      return tariff && leadPrice(tariff)
    })
  const shown = async (operation: Operation) =>
    (await listPrices(ctx, PROVIDER)).find((one) => one.operation === operation)

  test('the provider’s price applies until an admin sets one; a future one begins with its day in the team’s zone', async () => {
    expect(await at(clock.now())).toMatchObject({ priceNano: 100_000_000n, source: 'provider' })
    await setPrice(ctx, { operation: 'timeline', price: '0.15', firstDay: '2026-03-12' })
    expect(await at(clock.now())).toMatchObject({ priceNano: 100_000_000n, source: 'provider' })
    expect(await shown('timeline')).toMatchObject({
      source: 'provider',
      coming: { priceNano: 150_000_000n, effectiveAt: new Date('2026-03-11T23:00:00Z') },
    })
    expect(await at(new Date('2026-03-11T22:59:59Z'))).toMatchObject({ priceNano: 100_000_000n })
    expect(await at(new Date('2026-03-11T23:00:00Z'))).toMatchObject({
      priceNano: 150_000_000n,
      source: 'admin',
    })
  })

  test('of two prices for the same day the later one applies; an immediate one comes before both', async () => {
    await setPrice(ctx, { operation: 'search', price: '1', firstDay: '2026-03-20' })
    clock.advance(1)
    await setPrice(ctx, { operation: 'search', price: '2', firstDay: '2026-03-20' })
    await setPrice(ctx, { operation: 'search', price: '3', firstDay: '' })
    expect(await at(clock.now(), 'search')).toMatchObject({ priceNano: 3_000_000_000n })
    expect(await at(new Date('2026-03-20T12:00:00Z'), 'search')).toMatchObject({ priceNano: 2_000_000_000n })
    expect((await shown('search'))?.coming?.priceNano).toBe(2_000_000_000n)
  })

  test('further paths and look-ups have prices, which an admin can set', async () => {
    const provider = { ...PROVIDER, [LOOK_UP_OPERATION]: perItemTariff(10_000_000n), Trends: null }
    const named = async () => (await listPrices(ctx, provider)).map((one) => [one.operation, one.priceNano])
    expect((await named()).slice(3)).toEqual([
      [LOOK_UP_OPERATION, 10_000_000n],
      ['Trends', null],
    ])
    await setPrice(ctx, { operation: 'Trends', price: '0.2', firstDay: '' }, provider)
    expect(await named()).toContainEqual(['Trends', 200_000_000n])
    await expect(
      setPrice(ctx, { operation: 'Nothing', price: '0.2', firstDay: '' }, provider),
    ).rejects.toMatchObject({ code: 'invalid' })
    // Without a price for look-ups, the service may have none.
    expect(
      (await listPrices(ctx, { ...PROVIDER, [LOOK_UP_OPERATION]: null })).map((one) => one.operation),
    ).not.toContain(LOOK_UP_OPERATION)
  })

  test('a hold uses the highest price that can apply within a day', async () => {
    expect(await highest('followers')).toBeNull()
    await setPrice(ctx, { operation: 'followers', price: '0.05', firstDay: '' })
    expect(await highest('followers')).toBe(50_000_000n)
    await setPrice(ctx, { operation: 'followers', price: '0.09', firstDay: '2026-03-11' })
    await setPrice(ctx, { operation: 'followers', price: '0.01', firstDay: '2026-03-12' })
    expect(await highest('followers')).toBe(90_000_000n)
    clock.advance(1.5 * DAY)
    expect(await at(clock.now(), 'followers')).toMatchObject({ priceNano: 10_000_000n })
    expect(await highest('followers')).toBe(10_000_000n)
    clock.advance(-1.5 * DAY)
  })

  test('a past day, an invalid price and a member are refused with what to do', async () => {
    for (const firstDay of ['2026-03-10', '2020-01-01'])
      await expect(setPrice(ctx, { operation: 'timeline', price: '1', firstDay })).rejects.toMatchObject({
        fields: { firstDay: 'Choose a coming day, or leave it empty for a price from now on.' },
      })
    for (const price of ['', 'free', '-1'])
      await expect(setPrice(ctx, { operation: 'timeline', price, firstDay: '' })).rejects.toMatchObject({
        fields: {
          price: 'Enter a number, such as 0.15, with at most 9 decimals.',
        },
      })
    const member = await makeMember(team, 'member')
    await expect(setPrice(member, { operation: 'timeline', price: '1', firstDay: '' })).rejects.toMatchObject(
      {
        code: 'forbidden',
      },
    )
  })
})
