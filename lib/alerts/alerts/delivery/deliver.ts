import { type Message, sendMessage } from '@/lib/alerts/channels'
import type { Clock, TeamScope } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import type { MailServer } from '@/lib/platform/mail'
import type { Vault } from '@/lib/platform/vault'
import { selectAlertRow } from '../store'
import { isInForce } from './channel-kinds'
import { selectChannel } from './channel-store'
import { openTarget } from './channel-target'
import { claimDelivery, selectDueDeliveries, updateDelivery } from './delivery-store'

/** What sending needs besides the message. */
export interface DeliveryServices {
  readonly vault: Vault
  readonly mailServer: MailServer | null
  readonly allowPrivate: boolean
  /** Purser's own address, for links; null if it is not set. */
  readonly baseUrl: string | null
}

type DeliveryRow = Awaited<ReturnType<typeof selectDueDeliveries>>[number]

const AT_ONCE = 20
/** Nobody else tries a message within this time after its sending began. */
const CLAIM_MS = 60_000
const MINUTE_MS = 60_000
/** The pauses before a message is tried again; after the last it has failed. */
const PAUSES_MS = [5000, MINUTE_MS, 10 * MINUTE_MS, 60 * MINUTE_MS, 360 * MINUTE_MS]

/**
 * Sends the messages that are due, each once at a time, and tries again what may still succeed. Returns how many it
 * tried.
 */
export async function deliverWaiting(
  db: Db,
  clock: Clock,
  services: DeliveryServices,
  teams: readonly TeamScope[],
): Promise<number> {
  const due = await selectDueDeliveries(db, clock.now(), AT_ONCE)
  const tried = await Promise.all(
    due.map(async (row) => {
      const team = teams.find(({ id }) => id === row.teamId)
      const until = new Date(clock.now().getTime() + CLAIM_MS)
      if (!team || !(await claimDelivery(db, row, until))) return false
      await tryOnce(db, clock, services, team, row)
      return true
    }),
  )
  return tried.filter(Boolean).length
}

async function tryOnce(
  db: Db,
  clock: Clock,
  services: DeliveryServices,
  team: TeamScope,
  row: DeliveryRow,
): Promise<void> {
  const [channel, alert] = await Promise.all([
    selectChannel(db, team.id, row.channelId),
    row.alertId === null ? null : selectAlertRow(db, team.id, row.alertId),
  ])
  if (!channel || !alert || !isInForce(channel))
    return void (await updateDelivery(db, row, {
      state: 'failed',
      nextTryAt: null,
      lastProblem: channel && alert ? 'The address is not confirmed.' : 'The channel was deleted.',
    }))
  const event = row.event === 'recovered' ? 'recovered' : 'fired'
  const message: Message = {
    event,
    kind: alert.kind,
    title: alert.title,
    detail: alert.detail,
    teamName: team.name,
    at: event === 'recovered' ? (alert.recoveredAt ?? alert.firedAt) : alert.firedAt,
    url: services.baseUrl && `${services.baseUrl}/${team.slug}/${alert.path}`,
    data: JSON.parse(alert.data),
  }
  const target = openTarget(services.vault, channel)
  const sent = await sendMessage(target, message, { id: row.id, at: clock.now(), ...services })
  const now = clock.now()
  if (sent.ok) return void (await updateDelivery(db, row, { state: 'sent', nextTryAt: null, sentAt: now }))
  const pause = sent.mayTryAgain ? PAUSES_MS[row.tries] : undefined
  const nextTryAt =
    pause === undefined ? null : new Date(now.getTime() + Math.max(pause, sent.retryAfterMs ?? 0))
  const state = nextTryAt === null ? 'failed' : 'waiting'
  await updateDelivery(db, row, { state, nextTryAt, lastProblem: sent.problem })
}
