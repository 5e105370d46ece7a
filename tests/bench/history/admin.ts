/** The other process of the bench: the web process, in which an admin makes a budget and changes the team's zone. */
import { performance } from 'node:perf_hooks'
import { changeTeam, createBudget, createBudgetInput } from '@/lib/money/budgets'
import { openDb } from '@/lib/platform/db'
import { contextOf } from './context'
import { order } from './messages'

const { work, engine, where } = order.parse(JSON.parse(process.argv[2] ?? '{}'))
const db = openDb(engine === 'sqlite' ? { engine, file: where } : { engine, url: where })
const ctx = contextOf(db)
const begun = performance.now()
if (work === 'zone') await changeTeam(ctx, { name: 'Team', timeZone: 'Asia/Kolkata' })
else {
  const budget = { scope: 'team', unit: 'items', period: 'total', stops: true, tellsAt: [] }
  await createBudget(ctx, createBudgetInput.parse({ ...budget, name: 'All', amount: '99999999999' }))
}
process.send?.(performance.now() - begun)
await db.$disconnect()
