import { dirname } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { checkFigures } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { runCommand } from '@/tests/support/server-command'

const DAY = 24 * 60 * 60_000

describeOnEachEngine('the check of figures', (open) => {
  let opened: TestDb
  let clock: TestClock
  let ctx: TeamCtx
  let walletId: string
  afterAll(() => opened.close())
  // Each test leaves a ledger that does not add up.
  beforeEach(async () => {
    await opened?.close()
    opened = await open()
    clock = makeTestClock()
    ctx = (await makeTeam(opened.db, clock)).admin
    walletId = newId()
    // Three days, so that part of the ledger is closed and part recent.
    for (let day = 0; day < 3; day++) await pages()
  })

  async function pages(): Promise<void> {
    const book = bookOf(ctx)
    await book.settle(await book.begin({ walletId }), 30)
    await book.settle(await book.begin({ walletId, operation: 'search', searchId: newId() }), 7, {
      priceNano: null,
    })
    await book.free(await book.begin({ walletId }))
    await book.lose(await book.begin({ walletId }))
    await book.begin({ walletId })
    clock.advance(DAY)
  }

  async function check(): Promise<string[]> {
    const told: string[] = []
    const onDifference = (sentence: string) => void told.push(sentence)
    const checked = await checkFigures({ db: ctx.db, clock, teamId: ctx.team.id, onDifference })
    expect(checked.differences).toBe(told.length)
    return told
  }

  const command = () => {
    const { location } = opened
    return runCommand(
      ['check-figures'],
      '.',
      location.engine === 'sqlite'
        ? { PURSER_DATA: dirname(location.file), DATABASE_URL: '' }
        : { DATABASE_URL: location.url },
    )
  }

  test('finds nothing if nothing is wrong', async () => {
    expect(await check()).toEqual([])
  })

  test('names a changed rollup, entry and total', async () => {
    const rollup = await ctx.db.rollup.findFirstOrThrow({ where: { walletId, operation: 'search' } })
    await ctx.db.rollup.updateMany({
      where: { walletId, operation: 'search', quarter: rollup.quarter },
      data: { items: { increment: 2 } },
    })
    expect(await check()).toEqual([
      expect.stringMatching(/more than their rollup: items by -2 \(walletId "/),
      expect.stringMatching(/^The total of the wallet .*, search, is more than its rollups: items by -2\.$/),
    ])
    const entry = await ctx.db.ledgerEntry.findFirstOrThrow({
      where: { walletId, operation: 'timeline', items: 30 },
    })
    await ctx.db.ledgerEntry.update({ where: { id: entry.id }, data: { chargeNano: 1n, memberId: 'other' } })
    const told = await check()
    expect(told).toContain(`The entry ${entry.id} does not say what its attempt says.`)
    expect(told.filter((each) => /chargeNano by/.test(each))).toHaveLength(2)
  })

  test('names a total of lost calls that differs from the ledger', async () => {
    await ctx.db.lostTotal.updateMany({ where: { walletId }, data: { unresolved: { increment: 2 } } })
    expect(await check()).toEqual([
      `The total of the wallet ${walletId} is more than its unknown calls: by 2.`,
    ])
    await ctx.db.lostTotal.deleteMany({ where: { walletId } })
    expect(await check()).toEqual([
      `The total of the wallet ${walletId} is more than its unknown calls: by -3.`,
    ])
  })

  test('names a missing total, and a rollup without entries', async () => {
    await ctx.db.walletTotal.deleteMany({ where: { walletId, operation: 'search' } })
    const rollup = await ctx.db.rollup.findFirstOrThrow({ where: { walletId, operation: 'timeline' } })
    await ctx.db.rollup.create({ data: { ...rollup, quarter: 5, pages: 1, items: 4, frees: 0, unknowns: 0 } })
    const told = await check()
    expect(told[0]).toMatch(
      /^The entries of 1970-01-01T01:15:00.000Z are more than their rollup: pages by -1, items by -4/,
    )
    expect(told.find((each) => /search, is more than/.test(each))).toContain('pages by -3, items by -21')
    expect(await command()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`Team ${ctx.team.id}: The entries of 1970`),
      stderr: expect.stringContaining('Differences: '),
    })
  })

  test('raises no false alarm while pages are booked, and the command says that everything adds up', async () => {
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        const book = bookOf(ctx)
        await book.settle(await book.begin({ walletId }), 5)
        clock.advance(60_000)
      }
    })()
    for (let round = 0; round < 10; round++) expect(await check()).toEqual([])
    const ended = await command()
    isOver = true
    await writing
    expect(ended).toMatchObject({ code: 0, stdout: '' })
    expect(ended.stderr).toContain('All rollups, days and totals are what the entries add up to.')
  })
})
