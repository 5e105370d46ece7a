import { MAX_RETRY_AFTER_MS, sendMessage } from '@/lib/alerts/channels'
import { type Clock, SYSTEM, type TeamScope, zipExact } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import type { MailServer } from '@/lib/platform/mail'
import type { Vault } from '@/lib/platform/vault'
import { canReceiveMessages, openTarget } from './channel'
import {
  claimDelivery,
  postponeDeliveries,
  postponeItems,
  rescheduleDelivery,
  selectChannel,
  selectDeliveriesDueAfter,
  selectDueDeliveries,
  selectEarlierItemsTry,
  updateDelivery,
} from './delivery-store'
import { buildDeliveryMessage } from './messages'

/** The services that sending needs besides the message. */
export interface DeliveryServices {
  readonly vault: Vault
  readonly mailServer: MailServer | null
  readonly allowPrivate: boolean
  /** Purser's own address, for links; null if it is not set. */
  readonly baseUrl: string | null
}

type DeliveryRow = Awaited<ReturnType<typeof selectDueDeliveries>>[number]

const AT_ONCE = 20
const MAX_ROUNDS = 25
/** Time for which a slow receiver is sent to before others have their turn. */
const PATIENCE_MS = 10_000
/** Time after the start of sending in which nobody else tries a message. */
const CLAIM_MS = 60_000
const MINUTE_MS = 60_000
/** Time for which the other messages of a channel wait after a failure. */
const PUT_OFF_MS = 5000
/** Pauses before a message is tried again; after the last it has failed. */
const PAUSES_MS = [5000, MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS]

/**
 * Sends the messages that are due: channels in parallel, each channel's messages in order. After a failure the
 * channel's other messages wait for a moment, so that a dead address holds up nobody else. Continues while messages
 * are due and `goesOn`. Returns how many it tried. If Purser itself fails at a channel, throws once the others have
 * had their turn.
 */
export async function deliverDueMessages(
  db: Db,
  clock: Clock,
  services: DeliveryServices,
  teams: readonly TeamScope[],
  shouldContinue: () => Promise<boolean> = async () => true,
): Promise<number> {
  const done: string[] = []
  const errors: unknown[] = []
  let all = 0
  await setRightWaits(db, clock.now(), PAUSES_MS)
  for (let round = 0; round < MAX_ROUNDS && (round === 0 || (await shouldContinue())); round++) {
    const due = await selectDueDeliveries(db, clock.now(), AT_ONCE, done)
    if (due.length === 0) break
    const channelIds = [...new Set(due.map(({ channelId }) => channelId))]
    const tried = await Promise.allSettled(
      channelIds.map((channelId) => {
        const rows = due.filter((row) => row.channelId === channelId)
        return deliverInOrder(db, clock, services, { teams, rows })
      }),
    )
    for (const [channelId, outcome] of zipExact(channelIds, tried)) {
      const { count, hasFailed } =
        outcome.status === 'fulfilled' ? outcome.value : { count: 0, hasFailed: true }
      all += count
      if (hasFailed || count === 0) done.push(channelId)
      if (outcome.status === 'rejected') errors.push(outcome.reason)
    }
  }
  if (errors.length > 0) throw errors[0]
  return all
}

async function deliverInOrder(
  db: Db,
  clock: Clock,
  services: DeliveryServices,
  { teams, rows }: { readonly teams: readonly TeamScope[]; readonly rows: readonly DeliveryRow[] },
): Promise<{ readonly count: number; readonly hasFailed: boolean }> {
  const began = clock.monotonic()
  let count = 0
  for (const [index, row] of rows.entries()) {
    const team = teams.find(({ id }) => id === row.teamId)
    const until = new Date(clock.now().getTime() + CLAIM_MS)
    if (!team || (await waitsForEarlierItems(db, clock, row))) continue
    const claimed = await claimDelivery(db, row, until)
    if (!claimed) continue
    count++
    if (!(await tryOnce(db, clock, services, team, claimed))) {
      const rest = rows.slice(index + 1)
      const later = new Date(clock.now().getTime() + PUT_OFF_MS)
      if (rest.length > 0) await postponeDeliveries(db, rest, later)
      return { count, hasFailed: true }
    }
    // The next round continues with it; others wait for the end of this one.
    if (clock.monotonic() - began > PATIENCE_MS) break
  }
  return { count, hasFailed: false }
}

/**
 * Lets a message with new items wait for the earlier ones of its run, which failed and are tried again. Returns whether
 * it waits.
 */
async function waitsForEarlierItems(db: Db, clock: Clock, row: DeliveryRow): Promise<boolean> {
  const { channelId, runId, itemsFrom } = row
  if (runId === null || itemsFrom === null) return false
  const earlier = await selectEarlierItemsTry(db, { channelId, runId, itemsFrom })
  if (earlier === null) return false
  // Another process may be sending the earlier one, and be done long before its claim ends.
  const latest = clock.now().getTime() + MINUTE_MS
  const to = new Date(Math.min(earlier.getTime(), latest))
  await postponeItems(db, { channelId, runId, itemsFrom }, to)
  return true
}

/** Tries to send a message. Returns whether another may be tried on the channel immediately. */
async function tryOnce(
  db: Db,
  clock: Clock,
  services: DeliveryServices,
  team: TeamScope,
  row: DeliveryRow,
): Promise<boolean> {
  const [channel, message] = await Promise.all([
    selectChannel(db, team.id, row.channelId),
    buildDeliveryMessage({ db, clock, team, actor: SYSTEM }, row, services.baseUrl),
  ])
  if (!channel || !message || !canReceiveMessages(channel)) {
    const why = message ? 'The address is not confirmed.' : 'What the message is about was deleted.'
    const lastProblem = channel ? why : 'The channel was deleted.'
    await updateDelivery(db, row, { state: 'failed', nextTryAt: null, lastProblem })
    return true
  }
  const target = openTarget(services.vault, channel)
  const sent = await sendMessage(target, message, {
    // An event has one id for all of its channels.
    id: row.eventId ?? row.id,
    at: clock.now(),
    ...services,
  })
  const now = clock.now()
  if (sent.ok) {
    await updateDelivery(db, row, { state: 'sent', nextTryAt: null, sentAt: now })
    return true
  }
  const pause = sent.mayTryAgain ? PAUSES_MS[row.tries - 1] : undefined
  const nextTryAt =
    pause === undefined ? null : new Date(now.getTime() + Math.max(pause, sent.retryAfterMs ?? 0))
  const state = nextTryAt === null ? 'failed' : 'waiting'
  await updateDelivery(db, row, { state, nextTryAt, lastProblem: sent.problem })
  return false
}

/** Clocks of several machines differ by less. */
const TOLERANCE_MS = 10 * 60_000
const PUT_OFF_AT_ONCE = 100

/**
 * Corrects each message whose next try is further ahead than possible: it was set by a clock that was ahead, and the
 * message would wait until then. It then waits from now as long as after its last try; one that was never tried is
 * due. `pausesMs` holds the waits after each try if the receiver asked for none.
 */
async function setRightWaits(db: Db, now: Date, pausesMs: readonly number[]): Promise<void> {
  const later = (ms: number) => new Date(now.getTime() + ms)
  const rows = await selectDeliveriesDueAfter(db, {
    latestNew: later(TOLERANCE_MS),
    latest: later(MAX_RETRY_AFTER_MS + TOLERANCE_MS),
    // A time later than now shows that the clock was set back since, so only the pause counts.
    latestByTries: pausesMs.map((pauseMs) => later(pauseMs + TOLERANCE_MS)),
    limit: PUT_OFF_AT_ONCE,
  })
  for (const row of rows)
    await rescheduleDelivery(db, row, later(row.tries === 0 ? 0 : (pausesMs[row.tries - 1] ?? 0)))
}
