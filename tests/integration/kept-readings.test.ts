import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { widenReservations } from '@/lib/money/ledger'
import { readHistoryVersions, resolveUnknown } from '@/lib/money/statements'
import { readCachedHistory } from '@/lib/money/statements/kept-histories'
import { readHistory } from '@/lib/money/statements/list-movements'
import { createWallet, getWallet, isCleanPoint, listReadingsBefore } from '@/lib/money/wallets'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const MINUTE = 60_000

const drawn = fc.record({
  inFlight: fc.constantFrom(0, 0, 2),
  quietMs: fc.constantFrom(null, 10, 5000),
  settlingMs: fc.constantFrom(null, 1000),
  afterMinutes: fc.integer({ min: 1, max: 9 }),
})

describeOnDatabase('balance readings and histories in caches', async (open) => {
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

  test('those before a moment are each wallet’s last one and its last clean one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawn, { maxLength: 12 }),
        fc.array(fc.integer({ min: -1, max: 60 }), { minLength: 1, maxLength: 5 }),
        fc.nat({ max: 12 }),
        async (readings, minutes, first) => {
          const [{ id: mine }, { id: other }] = [
            await createWallet(ctx, { name: newId() }),
            await createWallet(ctx, { name: newId() }),
          ]
          const begin = clock.now().getTime()
          let at = begin
          const rows = readings.map(({ afterMinutes, ...reading }, place) => {
            at += afterMinutes * MINUTE
            return {
              ...{ id: newId(), teamId: ctx.team.id, walletId: mine, keyId: 'key', source: 'schedule' },
              ...{ balanceNano: BigInt(place), settledNano: 0n, unpricedItems: 0n, at: new Date(at) },
              ...{ askedAt: new Date(at), byOperation: '{}' },
              ...reading,
            }
          })
          const others = rows.map((row) => ({ ...row, id: newId(), walletId: other, balanceNano: -1n }))
          const moments = minutes.map((minute) => new Date(begin + minute * MINUTE))
          // First with only some of the readings: what is cached then must not answer for a moment that later
          // ones precede.
          for (const many of [Math.min(first, rows.length), rows.length]) {
            await ctx.db.balanceReading.deleteMany({ where: { walletId: { in: [mine, other] } } })
            await ctx.db.balanceReading.createMany({
              data: [...rows.slice(0, many), ...others.slice(0, many)],
            })
            const expected = new Set(
              moments.flatMap((moment) => {
                const before = rows.slice(0, many).filter((row) => row.at < moment)
                const clean = before.findLast((row) =>
                  isCleanPoint({ ...row, unpricedItems: 0, inFlightNano: null }),
                )
                return [before.at(-1), clean].flatMap((row) => (row ? [row.balanceNano] : []))
              }),
            )
            for (const ask of ['read', 'kept']) {
              const found = await listReadingsBefore(ctx, [mine], moments)
              expect(
                found.map(({ balanceNano }) => balanceNano),
                ask,
              ).toEqual([...expected].sort(byNumber))
              expect(found.map((row) => row.at)).toEqual(
                found.map((row) => rows[Number(row.balanceNano)]?.at),
              )
            }
            const both = await listReadingsBefore(ctx, [mine, other], moments)
            expect(both.filter(({ walletId }) => walletId === other)).toHaveLength(expected.size)
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  test('those before a moment are read again after old ones were thinned', async () => {
    const moment = new Date(clock.now().getTime() + 10 * MINUTE)
    for (const minutes of [1, 4, 10]) {
      clock.advance(minutes * MINUTE)
      await wallet.read()
    }
    const look = async () => (await listReadingsBefore(ctx, [walletId], [moment])).map(({ id }) => id)
    const [last = ''] = await look()
    const was = await ctx.db.balanceReading.findFirstOrThrow({ where: { id: last } })
    await ctx.db.balanceReading.delete({ where: { id: last } })
    expect(await look()).toEqual([last])
    await ctx.db.wallet.update({ where: { id: walletId }, data: { thinnedTo: was.at } })
    expect(await look()).toHaveLength(1)
    expect(await look()).not.toEqual([last])
  })

  test('one that arrives during two reads counts for later moments only', async () => {
    await wallet.read()
    const [early, late] = [1, 9].map((minutes) => new Date(clock.now().getTime() + minutes * MINUTE))
    const moments = [early, late].flatMap((moment) => moment ?? [])
    let seen = 0
    let letGo: () => void = () => undefined
    const came = new Promise<void>((resolve) => {
      letGo = resolve
    })
    // Both have read how far the wallet's readings go; then another one arrives.
    const looking = async (before: Promise<unknown>) => {
      const db = new Proxy(ctx.db, {
        get: (target, name): unknown =>
          name === '$queryRaw'
            ? async (...asked: Parameters<typeof target.$queryRaw>) => {
                const rows = await target.$queryRaw(...asked)
                if (++seen === 2) letGo()
                await before
                return rows
              }
            : Reflect.get(target, name),
      })
      return listReadingsBefore({ ...ctx, db }, [walletId], moments)
    }
    const another = came.then(() => wallet.read(5 * MINUTE))
    const first = looking(another)
    const found = await Promise.all([first, looking(first)])
    const kept = await listReadingsBefore(ctx, [walletId], moments)
    expect(kept).toHaveLength(2)
    for (const readings of found) expect(readings).toEqual(kept.slice(0, readings.length))
    expect(found.map(({ length }) => length)).toEqual([2, 1])
  })

  test('a wallet’s history is cached, and equals the one that is read', async () => {
    const from = clock.now()
    const look = async () => readCachedHistory(ctx, await getWallet(ctx, walletId), from)
    const same = async () => {
      const kept = await look()
      const read = await readHistory(ctx, walletId, from)
      expect(kept).toEqual(read)
      expect(await look()).toBe(kept)
      return kept
    }
    await wallet.read()
    await wallet.page(20)
    await wallet.read()
    expect((await same()).movements).toHaveLength(1)
    const attemptId = await wallet.lose(20)
    expect((await same()).lost).toHaveLength(1)
    await wallet.read()
    expect((await same()).movements).toHaveLength(2)
    await resolveUnknown(ctx, { attemptId, finding: 'charged', items: 20, note: 'seen' }, {})
    expect((await same()).lost[0]?.resolution?.isCharged).toBe(true)
    // A reading with calls in flight is not clean, and remains last until there is another.
    const book = bookOf(ctx)
    for (let round = 0; round < 3; round++) {
      const open = await book.begin({ walletId })
      await wallet.read()
      if (round > 0) await wallet.read()
      const { readings } = await same()
      expect(readings.at(-1)?.inFlight).toBe(1)
      await book.free(open)
      if (round === 1) wallet.balanceNano += 1_000_000n
      await wallet.read()
      expect((await same()).readings.at(-1)?.inFlight).toBe(0)
    }
  })

  test('in a cached history, a lost call that may have brought a whole page after all is no outside spend', async () => {
    const from = clock.now()
    const look = async () => readCachedHistory(ctx, await getWallet(ctx, walletId), from)
    await wallet.read()
    await wallet.page(20)
    await wallet.read()
    const id = await wallet.lose(100)
    // Its reservation followed the habit of a list that had kept to counts.
    const reserved = { reservedItems: 20, reservedNano: 20n * PRICE }
    await ctx.db.attempt.update({ where: { id }, data: reserved })
    await wallet.read()
    const told = async () => {
      const last = (await look()).movements.at(-1)
      return [last?.lostNano, last?.unexplainedNano]
    }
    expect(await told()).toEqual([20n * PRICE, 80n * PRICE])
    await transaction(ctx.db, (tx) => widenReservations(tx, ctx.team.id, 'timeline', 100))
    expect(await told()).toEqual([100n * PRICE, 0n])
  })

  test('a call lost after the marks of many wallets were read is no outside spend either', async () => {
    const from = clock.now()
    const look = async (marks?: ReturnType<typeof readHistoryVersions>) =>
      readCachedHistory(ctx, await getWallet(ctx, walletId), from, marks)
    await wallet.read()
    await wallet.page(20)
    await wallet.read()
    await look()
    await wallet.page(30)
    await wallet.read()
    const marks = readHistoryVersions(ctx, [await getWallet(ctx, walletId)])
    await marks
    await wallet.lose(100)
    await wallet.read()
    const last = (await look(marks)).movements.at(-1)
    expect([last?.lostNano, last?.outsideNano, last?.unexplainedNano]).toEqual([100n * PRICE, 0n, 0n])
  })
})

const byNumber = (a: bigint, b: bigint): number => Number(a - b)
