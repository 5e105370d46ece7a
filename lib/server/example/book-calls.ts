import { largestPage, newId, type Operation, perItemTariff } from '@/lib/kernel'
import {
  type Attribution,
  freeAttempt,
  loseAttempt,
  type NewAttempt,
  openAttempts,
  settleAttempts,
} from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import type { MadeCast, MadeKey } from './make-cast'
import { priceOn } from './money'
import type { PlannedCall } from './plan'

/** The team, cast and day for which a part of the history is written. */
export interface Scene {
  readonly tx: Tx
  readonly ctx: TeamCtx
  readonly cast: MadeCast
  readonly day: number
}

/** Attribution of a page of a list. */
export type AttributionOfList = Attribution & { readonly operation: Operation }

/** A call with its id and attribution. */
export interface CallToBook extends PlannedCall {
  readonly id: string
  readonly pageNumber: number
  readonly of: AttributionOfList
}

/** Gives calls their ids and page numbers. */
export const callsToBook = (of: AttributionOfList, calls: readonly PlannedCall[]): CallToBook[] =>
  calls.map((call, place) => ({ ...call, id: newId(), pageNumber: of.runId === '' ? 1 : place + 1, of }))

/** Returns an attribution's fields about a key. */
export const ofKey = (key: MadeKey) => ({
  ...{ walletId: key.walletId, keyId: key.id, keyPrefix: key.prefix },
  ...{ environmentId: key.environmentId, environmentName: key.environmentName },
})

/** Writes calls to the ledger as opened. */
export const openCalls = ({ tx, ctx, day }: Scene, calls: readonly CallToBook[]): Promise<void> =>
  openAttempts(
    tx,
    calls.map(({ id, at, pageNumber, of }): NewAttempt => {
      const priceNano = priceOn(of.operation, day)
      const items = largestPage(of.operation)
      const reservation = { items, nano: BigInt(items) * priceNano, priceNano }
      const whose = { teamId: ctx.team.id, instanceId: ctx.team.id, ...of }
      return { id, ...whose, pageNumber, openedAt: new Date(at), reservation }
    }),
  )

/** Ends calls: pages with their items and the number of new ones, the others with the reason why they brought none. */
export async function endCalls(
  { tx, ctx, day }: Scene,
  calls: readonly CallToBook[],
  newItems: ReadonlyMap<string, number>,
): Promise<void> {
  const teamId = ctx.team.id
  const price = (operation: Operation) => priceOn(operation, day)
  const settled = calls.filter(({ outcome }) => outcome === 'page')
  if (settled.length > 0)
    await settleAttempts(
      tx,
      teamId,
      settled.map((call) => ({
        ...{ attemptId: call.id, at: endOf(call), items: call.items, newItems: newItems.get(call.id) ?? 0 },
        ...{ tariff: perItemTariff(price(call.of.operation)), reportedChargeNano: null, httpStatus: 200 },
        ...{ latencyMs: call.latencyMs, waitedMs: call.waitedMs },
      })),
    )
  for (const call of calls) {
    const { outcome, latencyMs, waitedMs } = call
    const ending = { teamId, attemptId: call.id, at: endOf(call) }
    const took = { latencyMs, waitedMs }
    if (outcome === 'unsent') await freeAttempt(tx, ending, { reason: FAILED, httpStatus: 503, ...took })
    if (outcome === 'lost') await loseAttempt(tx, ending, { reason: LOST, httpStatus: null, ...took })
  }
}

const endOf = ({ at, waitedMs, latencyMs }: PlannedCall) => new Date(at + waitedMs + latencyMs)

const FAILED = 'The upstream answered 503. Nothing was charged.'
const LOST = 'The connection was lost after the call was sent.'
