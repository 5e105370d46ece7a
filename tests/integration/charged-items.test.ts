import { expect, test } from 'vitest'
import { type DailyChargedItems, deleteOldChargedItems, recordChargedItems } from '@/lib/money/ledger'
import { transaction } from '@/lib/platform/db'
import { makeDice } from '@/tests/factories/dice'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const DAY = '2026-03-10'
const page = (itemIds: readonly string[], over: Partial<DailyChargedItems> = {}): DailyChargedItems => ({
  ...{ walletId: 'w', kind: 'posts', day: DAY, itemIds },
  ...over,
})

describeOnEachEngine('items that are charged once a day', async (open) => {
  const opened = await open()
  const note = (teamId: string, pages: readonly DailyChargedItems[]) =>
    transaction(opened.db, (tx) => recordChargedItems(tx, teamId, pages))

  test('are charged with the first page of their wallet, kind and day; elsewhere each time', async () => {
    expect(await note('a', [page(['1', '2']), page(['2', '3', '3'])])).toEqual([2, 1])
    expect(await note('a', [page(['1', '4'])])).toEqual([1])
    expect(await note('a', [page(['1'], { walletId: 'v' }), page(['1'], { kind: 'people' })])).toEqual([1, 1])
    expect(await note('a', [page(['1'], { day: '2026-03-11' }), page(['1'], { day: null })])).toEqual([1, 1])
    expect(await note('b', [page(['1'])])).toEqual([1])
    expect(await note('a', [page([])])).toEqual([0])
  })

  test('are charged once by simultaneous transactions with the same items in any order', async () => {
    const dice = makeDice(11)
    const drawn = () => Array.from({ length: 60 }, () => `item ${dice(200)}`)
    const pages = Array.from({ length: 24 }, () => [page(drawn()), page(drawn().reverse())])
    const counts = await Promise.all(pages.map((own) => note('races', own)))
    const distinct = new Set(pages.flat().flatMap(({ itemIds }) => itemIds))
    expect(counts.flat().reduce((sum, count) => sum + count, 0)).toBe(distinct.size)
  })

  test('can be many, and are forgotten once their day is over in every zone', async () => {
    const many = Array.from({ length: 5001 }, (_, place) => `${place}`)
    expect(await note('large', [page(many)])).toEqual([5001])
    const goesOn = () => Promise.resolve(true)
    await deleteOldChargedItems(opened.db, makeTestClock(new Date('2026-03-11T23:00:00Z')), goesOn)
    expect(await note('large', [page(many)])).toEqual([0])
    await deleteOldChargedItems(opened.db, makeTestClock(new Date('2026-03-14T00:00:00Z')), goesOn)
    expect(await opened.db.chargedItem.count()).toBe(0)
  })

  test('are each charged if they have no id, since none can be recognized', async () => {
    const provider = { price: { search: { perItem: '0.01', onceADayIn: 'UTC' } } }
    const world = await startScriptedTeam(opened.db, { provider, clock: makeTestClock() })
    try {
      const items = [{ text: 'rain' }, { text: 'rain' }, { id: '7', text: 'sun' }]
      world.upstream.answer = () => ({ status: 200, body: JSON.stringify({ items, next_cursor: null }) })
      expect(await world.run({ operation: 'search' })).toMatchObject({ items: 3, chargeNano: 30_000_000n })
      expect(await world.run({ operation: 'search' })).toMatchObject({ items: 3, chargeNano: 20_000_000n })
    } finally {
      await world.close()
    }
  })
})
