/** The other process of the bench: the web process, in which an admin makes a budget and changes the team's zone. */
import { performance } from 'node:perf_hooks'
import { changeTeam, createBudget, createBudgetInput } from '@/lib/money/budgets'
import { type Db, openDb } from '@/lib/platform/db'
import { contextOf } from './context'
import { order, type Told } from './messages'

const { work, engine, where } = order.parse(JSON.parse(process.argv[2] ?? '{}'))
const db = openDb(engine === 'sqlite' ? { engine, file: where } : { engine, url: where })
const heldMs = timeTransactions(db)
const ctx = contextOf(db)
const begun = performance.now()
if (work === 'zone') await changeTeam(ctx, { name: 'Team', timeZone: 'Asia/Kolkata' })
else {
  const budget = { scope: 'team', unit: 'items', period: 'total', stops: true, tellsAt: [] }
  await createBudget(ctx, createBudgetInput.parse({ ...budget, name: 'All', amount: '99999999999' }))
}
const told: Told = { tookMs: performance.now() - begun, heldMs: Math.max(...heldMs) }
process.send?.(told)
await db.$disconnect()

/** How long each of its transactions was open, in milliseconds: on SQLite nobody else writes meanwhile. */
function timeTransactions(db: Db): readonly number[] {
  const times: number[] = []
  const begin = db.$transaction.bind(db) as (
    work: (tx: unknown) => Promise<unknown>,
    options: object,
  ) => unknown
  const timed: typeof begin = (work, options) =>
    begin(async (tx) => {
      const begun = performance.now()
      return work(tx).finally(() => times.push(performance.now() - begun))
    }, options)
  Object.defineProperty(db, '$transaction', { value: timed })
  return times
}
