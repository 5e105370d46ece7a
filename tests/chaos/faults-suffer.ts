import type { PageAnswer } from '@/lib/collect/runs'
import { AppError } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import type { FaultName } from '@/lib/sandbox'
import { EXPECTED } from './faults-expected'
import { readLedger, readTotals } from './faults-ledger'
import type { FaultReport } from './faults-report'
import type { World } from './faults-world'

const AT_ONCE = 24
const MAX_TRIES = 100
const MISBELIEVED = 'refused to believe it'

/** Lets a run of each key meet the fault, then buys one more page without it. */
export async function suffer(db: Db, world: World, name: FaultName, seed: number): Promise<FaultReport> {
  const { isSilent = false, isKeyInfo, pages = 1, attempts = 1 } = EXPECTED[name]
  const before = { sandbox: await world.sandboxCounts(), ...(await readTotals(db)) }
  const runIds: string[] = []
  const thrown = new Tally()
  const stands = new Tally()

  const run = async (keyId: string): Promise<void> => {
    let answer = await world.start(keyId, isSilent)
    runIds.push(answer.runId)
    for (let page = 1; page < pages && answer.continuation && !answer.problem; page++)
      answer = await world.next(answer.continuation, isSilent)
    stands.add(standOf(answer))
  }
  const check = async (keyId: string): Promise<void> => {
    const refusal = await world.checkKey(keyId).catch((error: unknown) => error)
    const isMisbelieved = refusal instanceof AppError && refusal.code === 'upstream'
    stands.add(isMisbelieved ? MISBELIEVED : String(refusal))
  }

  await world.control.setFault({ name, seed, only: isKeyInfo ? 'all' : 'pages' })
  const begun = performance.now()
  // Silences and pauses use no processor time, so all runs may wait at once.
  await inParallel(isSilent || attempts > 1 ? world.keyIds.length : AT_ONCE, world.keyIds, (keyId) =>
    (isKeyInfo ? check : run)(keyId).catch((error: unknown) => thrown.add(String(error))),
  )
  const tookMs = Math.round(performance.now() - begun)
  const { met, trapped } = await world.control.faultState()
  const ofRuns = await readLedger(db, runIds)
  const totals = await readTotals(db)
  const sandbox = await world.sandboxCounts(before.sandbox.deliveredItems + ofRuns.ledger.settledItems)
  await world.control.setFault(null)
  return {
    name,
    tookMs,
    thrown: thrown.counts,
    stands: stands.counts,
    ...ofRuns,
    rollupItems: totals.rollupItems - before.rollupItems,
    balanceReadings: totals.balanceReadings - before.balanceReadings,
    sandbox: {
      met,
      trapped: trapped.requests,
      pages: sandbox.pages - before.sandbox.pages,
      items: sandbox.items - before.sandbox.items,
      deliveredPages: sandbox.deliveredPages - before.sandbox.deliveredPages,
      deliveredItems: sandbox.deliveredItems - before.sandbox.deliveredItems,
      spentNano: String(before.sandbox.balanceNano - sandbox.balanceNano),
    },
    nextCall: await untilOneWorks(world),
  }
}

const standOf = ({ endReason, problem }: PageAnswer): string => endReason ?? problem?.kind ?? 'goes_on'

/**
 * Requests a page with each of the first ten keys at once, until it arrives. Returns how long the slowest
 * took.
 */
async function untilOneWorks(world: World): Promise<FaultReport['nextCall']> {
  const begun = performance.now()
  const tries = await Promise.all(
    world.keyIds.slice(0, 10).map(async (keyId) => {
      for (let tried = 1; tried <= MAX_TRIES; tried++) {
        const { problem } = await world.start(keyId)
        if (!problem) return tried
      }
      throw new Error('The next call does not work')
    }),
  )
  return { ms: Math.round(performance.now() - begun), tries: Math.max(...tries) }
}

async function inParallel<T>(most: number, all: readonly T[], work: (one: T) => Promise<void>) {
  const left = [...all]
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/** Counts how often each word was added. */
class Tally {
  readonly counts: Record<string, number> = {}
  add(word: string): void {
    this.counts[word] = (this.counts[word] ?? 0) + 1
  }
}
