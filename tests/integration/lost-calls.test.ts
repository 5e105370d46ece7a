import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { Secret } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import {
  endWalletCheck,
  findWalletCheck,
  readBalanceForCheck,
  startWalletCheck,
} from '@/lib/keys/wallet-check'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { setPrice } from '@/lib/money/prices'
import {
  listLostCallGroups,
  listUnknowns,
  reconcileWallet,
  resolveLostCallGroup,
  resolveUnknown,
} from '@/lib/money/statements'
import { listWallets } from '@/lib/money/wallets'
import { createBalanceWatch, systemCtx } from '@/lib/server/jobs'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { type PaperWallet, paperWallet } from '@/tests/factories/paper-wallet'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK = 7 * DAY

describeOnEachEngine('lost calls', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock, undefined, clock)
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  const issued = upstream.issueKey()
  const upstreamWalletId = issued.walletId
  const key = { key: issued.key, name: '', environmentId: team.environments[0]?.id ?? '' }
  const keyId = (await addKey(ctx, upstream, { ...key, walletId: team.walletId })).id
  const asked = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
  const searchId = (await createSearch(ctx, { name: 'A', shared: true, environmentId: '', ...asked })).id
  afterAll(() => upstream.close())

  const run = () => startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId })
  const lose = async () => {
    clock.advance(1000)
    upstream.sandbox.setFault({ name: 'reset-after-charge', seed: 1, share: 1, only: 'pages' })
    await run()
    upstream.sandbox.setFault(null)
    const [lost] = await listUnknowns(ctx)
    if (!lost) throw new Error('No call was lost')
    return lost
  }

  test('a call is resolved at the price of its time, by an admin or by readings, even if a higher price is coming', async () => {
    await setPrice(ctx, { operation: 'timeline', price: '0.20', firstDay: '2026-03-11' })
    const first = await lose()
    expect(first.maxNano).toBe(20_000_000_000n)
    await resolveUnknown(
      ctx,
      {
        attemptId: first.attemptId,
        finding: 'charged',
        items: 100,
        note: 'Their bill',
      },
      {},
    )
    clock.advance(2 * MINUTE)
    const watch = createBalanceWatch()
    const visit = () => watch.visit(systemCtx(opened.db, clock, ctx.team), upstream, async () => true)
    await visit()
    const second = await lose()
    clock.advance(2 * MINUTE)
    await visit()
    clock.advance(61 * MINUTE)
    await visit()
    await reconcileWallet(ctx, team.walletId, { timeline: null, search: null, followers: null })
    const resolved = await listUnknowns(ctx)
    const chargeOf = (id: string) => resolved.find(({ attemptId }) => attemptId === id)?.resolution
    expect(chargeOf(first.attemptId)).toMatchObject({ items: 100, chargeNano: 15_000_000_000n })
    expect(chargeOf(second.attemptId)).toMatchObject({
      items: 100,
      chargeNano: 15_000_000_000n,
      by: 'Purser',
    })
  })

  test('a wallet check does not take a lost call’s charge for outside spend', async () => {
    clock.advance(2 * MINUTE)
    await startWalletCheck(ctx, upstream, team.walletId)
    const book = bookOf(ctx)
    const attemptId = await book.begin({ walletId: team.walletId, keyId })
    clock.advance(10_000)
    await book.lose(attemptId)
    // The lost call was charged, which looks as if another key of the wallet had bought a page.
    const { key } = upstream.issueKey({ walletId: upstreamWalletId })
    const client = await upstream.upstreams.for(ctx)
    const asked = { operation: 'timeline', subject: 'ada', count: 100 } as const
    expect(await client.fetchPage(new Secret(key), asked)).toMatchObject({ ok: true })
    const readAgain = async () => {
      clock.advance(2 * MINUTE)
      await readBalanceForCheck(ctx, upstream, { walletId: team.walletId, disabledKeyId: '' })
      return (await findWalletCheck(ctx, team.walletId))?.verdict
    }
    expect(await readAgain()).toEqual({ kind: 'read-again' })
    expect(await readAgain()).toMatchObject({ kind: 'quiet' })
    await client.fetchPage(new Secret(key), asked)
    expect(await readAgain()).toMatchObject({ kind: 'spending', nano: 15_000_000_000n })
    await endWalletCheck(ctx, team.walletId)
  })

  describe('several together', () => {
    const NO_PRICES = { timeline: null, search: null, followers: null }
    let other: TestTeam
    let wallet: PaperWallet
    let ids: string[]
    beforeEach(async () => {
      other = await makeOtherTeam(team)
      wallet = paperWallet(other.admin, clock, other.walletId)
      ids = []
      await wallet.read()
    })
    const lost = async (...charged: number[]) => {
      for (const items of charged) ids.push(await wallet.lose(items))
      await wallet.page(40)
      await wallet.read()
    }
    const lostInTime = async (...charged: number[]) => {
      await lost(...charged)
      // This reading shows that nothing was charged late.
      await wallet.read()
    }
    const resolutions = async () => {
      const all = await listUnknowns(other.admin)
      return ids.map((id) => all.find(({ attemptId }) => attemptId === id)?.resolution)
    }
    const reconcile = () => reconcileWallet(other.admin, other.walletId, NO_PRICES)
    const budgetOf = async (unit: 'items' | 'credits') => {
      const kind = { scope: 'team', scopeId: '', unit, period: 'total', amount: '9999', stops: true }
      const input = createBudgetInput.parse({ name: unit, tellsAt: [], ...kind })
      const { id } = await createBudget(other.admin, input)
      return async () => {
        const { settled, reserved } = await getBudget(other.admin, id)
        return [settled, reserved]
      }
    }

    test.each([
      ['none was charged', [0, 0, 0]],
      ['each was charged in full', [100, 100, 100]],
    ])('they are resolved automatically if %s', async (_, charged) => {
      await lostInTime(...charged)
      await reconcile()
      expect((await resolutions()).map((one) => one?.items)).toEqual(charged)
    })

    test('their sum is held once it is known, and an admin resolves all of them by it in one step', async () => {
      await lostInTime(100, 37, 0, 0)
      const [items, credits] = [await budgetOf('items'), await budgetOf('credits')]
      expect(await items()).toEqual([40n, 400n])
      expect(await credits()).toEqual([40n * PRICE, 400n * PRICE])
      await reconcile()
      expect(await resolutions()).toEqual([null, null, null, null])
      expect(await items()).toEqual([40n, 137n])
      expect(await credits()).toEqual([40n * PRICE, 137n * PRICE])
      const [sum] = await listLostCallGroups(other.admin, await listWallets(other.admin))
      expect(sum).toMatchObject({ walletId: other.walletId, nano: 137n * PRICE, attemptIds: ids })
      const asked = { attemptIds: [ids[2] ?? ''] }
      await expect(resolveLostCallGroup(await makeMember(other, 'member'), asked, {})).rejects.toMatchObject({
        code: 'forbidden',
      })
      await expect(resolveLostCallGroup(ctx, asked, {})).rejects.toMatchObject({ code: 'not_found' })
      await resolveLostCallGroup(other.admin, asked, {})
      expect((await resolutions()).map((one) => one?.items)).toEqual([34, 34, 34, 35])
      expect(await items()).toEqual([177n, 0n])
      expect(await credits()).toEqual([177n * PRICE, 0n])
      await expect(resolveLostCallGroup(other.admin, asked, {})).rejects.toMatchObject({ code: 'conflict' })
      expect((await brokenInvariants(opened.db)).filter((rule) => rule.includes('budget'))).toEqual([])
    })

    test('their sum resolves them as long as it is shown', async () => {
      // Makes the history of recent days begin nearly a week before it must.
      clock.advance(WEEK - ((clock.now().getTime() + (124 - 31) * DAY + HOUR) % WEEK))
      await lostInTime(100, 37, 0, 0)
      clock.advance(124 * DAY)
      await wallet.read()
      expect(await listLostCallGroups(other.admin, await listWallets(other.admin))).toHaveLength(1)
      await resolveLostCallGroup(other.admin, { attemptIds: [ids[0] ?? ''] }, {})
      expect((await resolutions()).map((one) => one?.items)).toEqual([34, 34, 34, 35])
    })

    test('a budget in credits holds their whole sum even if the API charges more than was booked', async () => {
      const real = 3n * PRICE
      for (const items of [40, 30]) {
        await wallet.page(items, real)
        await wallet.read()
      }
      for (const items of [70, 60]) ids.push(await wallet.lose(items, real))
      await wallet.read()
      const credits = await budgetOf('credits')
      expect(await credits()).toEqual([70n * PRICE, 200n * PRICE])
      await reconcile()
      expect(await credits()).toEqual([70n * PRICE, 130n * real])
      await reconcile()
      expect(await credits()).toEqual([70n * PRICE, 130n * real])
      expect((await brokenInvariants(opened.db)).filter((rule) => rule.includes('budget'))).toEqual([])
    })

    test('a call whose share is zero was not charged', async () => {
      await lostInTime(1, 0)
      await reconcile()
      await resolveLostCallGroup(other.admin, { attemptIds: [ids[0] ?? ''] }, {})
      expect(await resolutions()).toMatchObject([
        { finding: 'uncharged', items: 0 },
        { finding: 'charged', items: 1 },
      ])
    })

    test('their sum is not known while someone else spends', async () => {
      await lost(100, 37)
      wallet.balanceNano -= 1_234_567_000n
      await wallet.read()
      await reconcile()
      expect(await listLostCallGroups(other.admin, await listWallets(other.admin))).toEqual([])
    })
  })
})
