/**
 * Measures what metrics cost: processor time of counting one page, off and on, and of a scrape of a worker with the
 * maximum number of label sets: its size, and how long it blocks the event loop at most.
 */
import { createCallCounts } from '@/lib/collect/runs/purchase/call-counts'
import type { TeamCtx } from '@/lib/platform/db'
import { joinMetrics, observeMs, startMetrics, writeMetrics } from '@/lib/platform/metrics'

const PAGES = 200_000
const ctx = { team: { slug: 'acme' } } as TeamCtx
const counts = createCallCounts()

type Order = Parameters<typeof counts.begun>[1]

/** Returns orders of this many services, each with its own key or a shared one. */
const ordersOf = (services: number): Order[] =>
  Array.from({ length: services }, (_, service) => {
    const key = service % 50
    return {
      key: { id: `key ${key}`, wallet: { name: `Wallet ${key}` } },
      priority: 'gateway',
      attribution: {
        ...{ principal: 'service', memberName: `service ${service}` },
        ...{ keyPrefix: `xd_live_${key}`, environmentName: 'production' },
      },
    } as Order
  })

const travel = { page: { ids: { length: 20 } }, httpStatus: 200, latencyMs: 80, waitedMs: 12 }
const arrived = Array.from({ length: 1000 }, (_, place) => ({ ...travel, attemptId: `attempt ${place}` }))

/** Measures the processor time of a page, from opening to booking, in microseconds. */
function costOf(orders: readonly Order[]): string {
  const before = process.cpuUsage()
  for (let page = 0; page < PAGES; page++) {
    const [order, delivered] = [orders[page % orders.length], arrived[page % arrived.length]]
    if (!order || !delivered) continue
    counts.begun(ctx, order, delivered.attemptId)
    counts.settled(delivered as never, 1_500_000_000n)
    counts.over(delivered.attemptId)
  }
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / PAGES).toFixed(2)
}

/** Measures the same for a database statement; a page shares some with others. */
function statementCost(): number {
  const before = process.cpuUsage()
  const labels = { process: 'worker', engine: 'sqlite', work: 'statement' }
  for (let each = 0; each < PAGES; each++) observeMs('purser_database_seconds', labels, 1)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / PAGES
}

const [few, many] = [ordersOf(10), ordersOf(1000)]
costOf(few)
console.log(`a page, not counted: ${costOf(few)} µs`)
startMetrics('worker')
costOf(few)
console.log(`a page, counted: ${costOf(few)} µs with 10 services`)
costOf(many)
console.log(`a page, counted: ${costOf(many)} µs with 1,000 services`)
statementCost()
console.log(`a statement, counted: ${statementCost().toFixed(2)} µs`)

for (let round = 0; round < 5; round++) await writeMetrics()
let maxMs = 0
let isWriting = true
/**
 * Records the processor time of each turn of the event loop: how long a scrape blocks it, however busy the
 * machine is.
 */
function watchTurns(since: NodeJS.CpuUsage): void {
  const { user, system } = process.cpuUsage(since)
  maxMs = Math.max(maxMs, (user + system) / 1000)
  if (isWriting) setImmediate(() => watchTurns(process.cpuUsage()))
}
setImmediate(() => watchTurns(process.cpuUsage()))
const before = process.cpuUsage()
const text = joinMetrics([await writeMetrics()])
const { user, system } = process.cpuUsage(before)
isWriting = false
const [lines, kilobytes] = [text.split('\n').length, Math.round(text.length / 1024)]
const ms = ((user + system) / 1000).toFixed(1)
console.log(
  `a scrape of ${lines} lines, ${kilobytes} kB: ${ms} ms, one turn of the loop ${maxMs.toFixed(1)} ms at most`,
)
process.exit(0)
