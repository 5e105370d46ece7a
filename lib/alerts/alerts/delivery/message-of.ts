import type { Message } from '@/lib/alerts/channels'
import { type TeamScope, teamUnit } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { readHappened, selectEvent } from '@/lib/platform/events'
import { selectAlertRow } from '../store'
import { describeEvent } from './describe-event'

interface DeliveryOf {
  readonly alertId: string | null
  readonly eventId: string | null
  readonly event: string
}

/**
 * Returns the content of a delivery; null if its subject is gone. `baseUrl` is Purser's own address, if it is known.
 */
export async function messageOf(
  db: Db,
  team: TeamScope,
  { alertId, eventId, event }: DeliveryOf,
  baseUrl: string | null,
): Promise<Message | null> {
  if (eventId !== null) {
    const row = await selectEvent(db, team.id, eventId)
    return row && aboutEvent(team, row, baseUrl)
  }
  const alert = alertId === null ? null : await selectAlertRow(db, team.id, alertId)
  if (!alert) return null
  const isOver = event === 'recovered'
  return {
    event: isOver ? 'recovered' : 'fired',
    kind: alert.kind,
    title: alert.title,
    detail: alert.detail,
    teamName: team.name,
    at: isOver ? (alert.recoveredAt ?? alert.firedAt) : alert.firedAt,
    url: pageOf(team, alert.path, baseUrl),
    data: JSON.parse(alert.data),
  }
}

/** Returns the message about an event. */
export function aboutEvent(
  team: TeamScope,
  row: { readonly kind: string; readonly data: string; readonly at: Date },
  baseUrl: string | null,
): Message {
  const happened = readHappened(row)
  const { title, detail, path } = describeEvent(happened, team.timeZone, teamUnit(team.id))
  return {
    event: happened.kind,
    kind: happened.kind,
    title,
    detail,
    teamName: team.name,
    at: row.at,
    url: pageOf(team, path, baseUrl),
    data: { teamId: team.id, ...happened.data },
  }
}

const pageOf = (team: TeamScope, path: string, baseUrl: string | null) =>
  baseUrl && `${baseUrl}/${team.slug}/${path}`
