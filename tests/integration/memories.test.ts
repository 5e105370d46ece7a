import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { NANO_PER_CREDIT, newId } from '@/lib/kernel'
import { createSpendMemory, listEntries, sumByQuarterHour } from '@/lib/money/ledger'
import { getWalletReport, listBalanceJumps, resolveUnknown, sumOutsideSpend } from '@/lib/money/statements'
import { readCachedHistory } from '@/lib/money/statements/kept-histories'
import { readHistory, type WalletHistory } from '@/lib/money/statements/list-movements'
import { createWallet, getWallet } from '@/lib/money/wallets'
import { DAY_MS, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** `npm run test:long -- memories` asks for more. */
const LIVES = Number(process.env.LIVES ?? 2)

describeOnDatabase('caches of a process, with clocks that differ', async (open) => {
  let ctx: TeamCtx
  let walletId: string
  let wallet: PaperWallet
  const opened = await open()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)
  beforeEach(async () => {
    const team = await makeOtherTeam(root)
    ctx = team.admin
    walletId = team.walletId
    wallet = paperWallet(ctx, clock, walletId)
  })

  /** Returns the same team, as a process sees it whose clock is off by `ms`. */
  const byClock = (ms: number): TeamCtx => ({
    ...ctx,
    clock: { ...clock, now: () => new Date(clock.now().getTime() + ms) },
  })

  async function sameHistory(from: Date) {
    const kept = await readCachedHistory(ctx, await getWallet(ctx, walletId), from)
    const read = await readHistory(ctx, walletId, from)
    expect(kept.readings.map(({ id }) => id)).toEqual(read.readings.map(({ id }) => id))
    expect(kept.lost).toEqual(read.lost)
    expect(kept.movements).toEqual(read.movements)
    await sameMarks(from, read.movements)
    return kept
  }

  /** Expects conclusions from the cached history to equal those from one that is read now. */
  async function sameMarks(from: Date, movements: WalletHistory['movements']) {
    const own = await getWallet(ctx, walletId)
    const since = movements.filter(({ to }) => to >= from)
    const outside = since.reduce(
      (sum, { outsideNano, unexplainedNano, perhapsOurs }) =>
        sum + outsideNano + (perhapsOurs === 'possible' ? unexplainedNano : 0n),
      0n,
    )
    const marks = await listBalanceJumps(ctx, own, from)
    expect(marks.filter(({ kind }) => kind === 'top-up').map(({ at, nano }) => [at, nano])).toEqual(
      since.filter(({ topUpNano }) => topUpNano > 0n).map(({ to, topUpNano }) => [to, topUpNano]),
    )
    expect(await sumOutsideSpend(ctx, [own], from)).toEqual(
      new Map(since.length > 0 ? [[walletId, outside]] : []),
    )
  }

  test('outside spend and top-ups are updated by each reading, for the days asked for', async () => {
    const from = clock.now()
    await wallet.read()
    let before = from
    for (const taken of [700n, 0n, -4000n, 0n, 500n, 0n]) {
      if (taken === 500n) before = clock.now()
      wallet.balanceNano -= taken * NANO_PER_CREDIT
      await wallet.page(20)
      await wallet.read()
      await sameHistory(from)
    }
    const own = await getWallet(ctx, walletId)
    expect([...(await sumOutsideSpend(ctx, [own], from)).values()]).toEqual([1200n * NANO_PER_CREDIT])
    expect([...(await sumOutsideSpend(ctx, [own], before)).values()]).toEqual([500n * NANO_PER_CREDIT])
  })

  test('with one balance reading, outside spend is unknown until the next', async () => {
    const from = clock.now()
    const told = async () => {
      const { comparedTo } = await getWalletReport(ctx, walletId, {
        from,
        to: new Date(from.getTime() + DAY_MS),
      })
      return [[...(await sumOutsideSpend(ctx, [await getWallet(ctx, walletId)], from)).values()], comparedTo]
    }
    await wallet.read()
    await wallet.page(20)
    expect(await told()).toEqual([[], null])
    await wallet.read()
    expect(await told()).toEqual([[0n], clock.now()])
  })

  const lived = fc.oneof(
    { weight: 6, arbitrary: fc.record({ page: fc.constantFrom(20, 100), real: fc.constant(1n) }) },
    { weight: 1, arbitrary: fc.record({ page: fc.constantFrom(20, 100), real: fc.constantFrom(1n, 2n) }) },
    { weight: 1, arbitrary: fc.record({ moved: fc.constantFrom(-4000n, -3n, 15n, 700n) }) },
    { weight: 1, arbitrary: fc.record({ lose: fc.constantFrom(0, 20) }) },
    { weight: 2, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 12 }) }) },
  )

  test('a wallet’s months-old history stays cached over later readings, and equals its whole history', async () => {
    let olds = 0
    await fc.assert(
      fc.asyncProperty(fc.array(lived, { minLength: 20, maxLength: 60 }), async (events) => {
        const own = await createWallet(ctx, { name: newId() })
        walletId = own.id
        wallet = paperWallet(ctx, clock, walletId)
        const from = clock.now()
        await wallet.read()
        const half = events.length >> 1
        // In the middle of each life are more days than a cache keeps.
        for (const event of [...events.slice(0, half), { days: 41 }, ...events.slice(half)]) {
          if ('days' in event) clock.advance(event.days * 24 * HOUR)
          else if ('page' in event) await wallet.page(event.page, event.real * PRICE)
          else if ('lose' in event) await wallet.lose(event.lose)
          else wallet.balanceNano -= event.moved * NANO_PER_CREDIT
          await wallet.read()
          const { movements } = await readHistory(ctx, walletId, from)
          await sameMarks(from, movements)
          if (clock.now().getTime() - from.getTime() > 40 * 24 * HOUR) olds++
        }
      }),
      { numRuns: LIVES },
    )
    expect(olds).toBeGreaterThan(0)
  })

  test('a new reading causes only new rows to be read, however long the period', async () => {
    const from = clock.now()
    await wallet.read()
    wallet.balanceNano += 500n * NANO_PER_CREDIT
    for (let day = 0; day < 60; day++) {
      clock.advance(24 * HOUR)
      await wallet.page(20)
      await wallet.read()
    }
    let rows = 0
    const db = new Proxy(ctx.db, {
      get: (target, name): unknown =>
        name === '$queryRaw'
          ? async (...asked: Parameters<typeof target.$queryRaw>) => {
              const found = await target.$queryRaw<unknown>(...asked)
              if (Array.isArray(found)) rows += found.length
              return found
            }
          : Reflect.get(target, name),
    })
    const look = async () => {
      rows = 0
      const own = await getWallet(ctx, walletId)
      return listBalanceJumps({ ...ctx, db }, own, from)
    }
    expect(await look()).toMatchObject([{ kind: 'top-up', nano: 500n * NANO_PER_CREDIT }])
    expect(rows).toBeGreaterThan(60)
    await wallet.page(20)
    await wallet.read()
    expect(await look()).toHaveLength(1)
    expect(rows).toBeLessThan(5)
  })

  test('a lost call written after a later one is in the cached history', async () => {
    const from = clock.now()
    await wallet.read()
    await wallet.page(20)
    await wallet.lose(20)
    await wallet.read()
    expect((await sameHistory(from)).lost).toHaveLength(1)
    const slow = bookOf(byClock(-30 * MINUTE))
    await slow.lose(await slow.begin({ walletId }))
    expect((await sameHistory(from)).lost).toHaveLength(2)
    // And two at the same moment.
    const book = bookOf(ctx)
    await book.lose(await book.begin({ walletId }))
    expect((await sameHistory(from)).lost).toHaveLength(3)
    await book.lose(await book.begin({ walletId }))
    expect((await sameHistory(from)).lost).toHaveLength(4)
  })

  test('resolutions at the same moment, or by a slower clock, are in the cached history', async () => {
    const from = clock.now()
    await wallet.read()
    const ids = [await wallet.lose(20), await wallet.lose(20), await wallet.lose(20)]
    await wallet.read()
    for (const [place, attemptId] of ids.entries()) {
      const by = place === 2 ? byClock(-MINUTE) : ctx
      await resolveUnknown(by, { attemptId, finding: 'charged', items: 20, note: 'seen' }, {})
      const { lost } = await sameHistory(from)
      expect(lost.filter(({ resolution }) => resolution !== null)).toHaveLength(place + 1)
    }
  })

  test('readings by a clock that was ahead enter the cached history in time', async () => {
    const from = clock.now()
    await wallet.read()
    await wallet.page(20)
    await wallet.read(6 * HOUR)
    expect((await sameHistory(from)).readings).toHaveLength(2)
    clock.advance(-5 * HOUR)
    for (let reads = 0; reads < 3; reads++) {
      await wallet.page(20)
      await wallet.read()
      await sameHistory(from)
    }
    clock.advance(5 * HOUR)
    expect((await sameHistory(from)).readings).toHaveLength(5)
  })

  test('spend since the last request is read, even if a clock that was ahead has booked later', async () => {
    const from = quarterHourOf(clock.now())
    const memory = createSpendMemory()
    const same = async () =>
      expect((await memory.since(ctx, [walletId], from)).get(walletId)).toEqual(
        await sumByQuarterHour(ctx, walletId, from),
      )
    const ahead = bookOf(byClock(24 * HOUR))
    await ahead.settle(await ahead.begin({ walletId }), 7)
    await same()
    await wallet.page(20)
    clock.advance(6 * HOUR)
    await wallet.page(30)
    await same()
    clock.advance(30 * HOUR)
    await wallet.page(40)
    await same()
  })

  test('spend is the same after this machine’s clock was wrong for a while, ahead or behind', async () => {
    const from = quarterHourOf(clock.now()) - 4 * 24
    const memory = createSpendMemory()
    const same = async () =>
      expect((await memory.since(ctx, [walletId], from)).get(walletId)).toEqual(
        await sumByQuarterHour(ctx, walletId, from),
      )
    await wallet.page(20)
    await same()
    for (const hours of [24, -5]) {
      clock.advance(hours * HOUR)
      await wallet.page(30)
      if (hours > 0) await same()
      clock.advance(-hours * HOUR)
      await wallet.page(40)
      clock.advance(6 * HOUR)
      await wallet.page(50)
      await same()
    }
  })

  const asked = fc.record({ ask: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 4 }) })
  const spending = fc.oneof(
    fc.record({ settle: fc.constantFrom(1, 20, 100), byHours: fc.constantFrom(0, 0, 0, -0.5, -3, 0.5, 24) }),
    fc.record({ minutes: fc.constantFrom(1, 14, 15, 16, 60, 300, -20, -300) }),
    fc.record({ days: fc.integer({ min: 1, max: 110 }) }),
    fc.record({ lose: fc.boolean() }),
    fc.record({ together: fc.integer({ min: 1, max: 4 }) }),
    asked,
    asked,
  )

  test('a process’s cached spend equals the ledger, whatever the clocks, periods and simultaneous calls', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(spending, { minLength: 10, maxLength: 40 }), async (events) => {
        const ids = [(await createWallet(ctx, { name: newId() })).id, walletId]
        // A small one, so that wallets are also evicted.
        const memories = [createSpendMemory(), createSpendMemory(1)]
        const lost: string[] = []
        const spend = async (items: number, hours = 0) => {
          const book = bookOf(byClock(hours * HOUR))
          for (const id of ids) await book.settle(await book.begin({ walletId: id }), items)
        }
        const same = async (hoursAgo: number) => {
          const from = quarterHourOf(clock.now()) - 4 * hoursAgo
          for (const memory of memories) {
            const told = await memory.since(ctx, ids, from)
            for (const id of ids) expect(told.get(id)).toEqual(await sumByQuarterHour(ctx, id, from))
          }
        }
        for (const event of events) {
          if ('settle' in event) await spend(event.settle, event.byHours)
          else if ('minutes' in event) clock.advance(event.minutes * MINUTE)
          else if ('days' in event) clock.advance(event.days * 24 * HOUR)
          else if ('lose' in event) {
            const attemptId = lost.pop()
            const by = byClock(event.lose ? -5 * HOUR : 0)
            if (attemptId)
              await resolveUnknown(by, { attemptId, finding: 'charged', items: 20, note: 'seen' }, {})
            else lost.push(await wallet.lose(20))
          } else if ('together' in event) {
            const from = quarterHourOf(clock.now()) - 8
            const asks = Array.from({ length: event.together }, (_, at) =>
              Promise.all(memories.map((memory) => memory.since(ctx, ids, from - at))),
            )
            await Promise.all([spend(20), ...asks, spend(1, -6)])
          } else await Promise.all(event.ask.map(same))
        }
        await same(0)
        await same(24 * 100)
      }),
      { numRuns: LIVES },
    )
  })

  test('an invalid position in the ledger, or any range of years, is never an error', async () => {
    const book = bookOf(ctx)
    for (let calls = 0; calls < 3; calls++) await book.settle(await book.begin({ walletId }), 1)
    const all = (await listEntries(ctx)).entries
    expect(all).toHaveLength(3)
    for (const after of [
      '999999999999999-',
      '999999999999999-zz',
      '253402300800000-a',
      'nonsense',
      '-1-a',
      '',
    ])
      for (const filter of [
        {},
        { walletId },
        { walletId, outcome: 'SETTLED' },
        { operation: 'timeline' },
      ] as const)
        expect((await listEntries(ctx, filter, after)).entries, after).toEqual(all)
    const years = ['0000', '0001', '1970', '9998', '9999'].map((year) => new Date(`${year}-12-31T23:59:59Z`))
    for (const filter of [{}, { walletId }, { runId: 'r' }, { keyId: 'key', outcome: 'SETTLED' }] as const)
      for (const from of years)
        for (const to of years) {
          const isAll = from < clock.now() && to > clock.now() && !('runId' in filter)
          expect((await listEntries(ctx, { ...filter, from, to })).entries).toEqual(isAll ? all : [])
        }
    for (const after of ['0-', '0-a', '000000000000000-0', `1-${'z'.repeat(64)}`])
      expect((await listEntries(ctx, { walletId }, after)).entries, after).toEqual([])
  })
})
