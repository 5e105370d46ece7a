import type { ChannelMessage } from '@/lib/alerts/channels'
import { type NewItemRange, readRunNewItems } from '@/lib/collect/runs'
import {
  cachedTeamUnit,
  describeRunEnd,
  formatCount,
  formatMoment,
  formatPlural,
  formatWithUnit,
  parseNano,
  type TeamScope,
} from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { type EventPayload, parseEventPayload, selectEvent } from '@/lib/platform/events'
import { selectAlertRow } from '../store'

interface EventWords {
  readonly title: string
  readonly detail: string
  /** Path of the page about it, below the team. */
  readonly path: string
}

/**
 * Describes an event in words, for e-mail and Slack and for the list of messages. `unit` is the unit of the team’s
 * balances.
 */
export function describeEvent(event: EventPayload, timeZone: string, unit: string): EventWords {
  const creditsOf = (text: string) => formatWithUnit(parseNano(text) ?? 0n, unit)
  switch (event.kind) {
    case 'run.ended': {
      const { runId, pages, items, newItems, charge, endReason } = event.data
      return {
        title: `A run of ${nameOf(event.data)} has ended`,
        detail: `It brought ${formatPlural(pages, 'page')} with ${formatPlural(items, 'item')}, ${formatCount(newItems)} of them new, for ${creditsOf(charge)}. ${describeRunEnd(endReason)}.`,
        path: `runs/${runId}`,
      }
    }
    case 'items.new': {
      const { runId, newItems } = event.data
      return {
        title: `${capital(nameOf(event.data))}: ${formatPlural(newItems, 'new item')}`,
        detail: `A run of ${nameOf(event.data)} brought ${formatPlural(newItems, 'item')} that no earlier run had brought.`,
        path: `runs/${runId}?only=new`,
      }
    }
    case 'budget.reached': {
      const { budgetId, budgetName, unit: of, percent, settled, amount, startsAt } = event.data
      const write = (sum: string) => (of === 'items' ? formatPlural(Number(sum), 'item') : creditsOf(sum))
      return {
        title: `“${budgetName}” has reached ${percent}%`,
        detail: `${write(settled)} of ${write(amount)} are spent in the budget “${budgetName}”, in the period since ${formatMoment(new Date(startsAt), timeZone)}.`,
        path: `budgets#${budgetId}`,
      }
    }
    case 'balance.changed': {
      const { walletId, walletName, balance, before } = event.data
      return {
        title: `“${walletName}” holds ${creditsOf(balance)}`,
        detail: `The API says so. ${before === null ? 'It is the first reading of this wallet.' : `The reading before said ${creditsOf(before)}.`}`,
        path: `wallets/${walletId}`,
      }
    }
  }
}

const nameOf = ({ searchName }: { readonly searchName: string | null }): string =>
  searchName === null ? 'a private search' : `“${searchName}”`

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface DeliveryOf {
  readonly alertId: string | null
  readonly eventId: string | null
  readonly runId: string | null
  readonly itemsFrom: number | null
  readonly itemsTo: number | null
  readonly event: string
}

/**
 * Returns the content of a delivery; null if its subject is gone. `baseUrl` is Purser's own address, if it is known.
 */
export async function buildDeliveryMessage(
  ctx: TeamCtx,
  { alertId, eventId, event, runId, itemsFrom, itemsTo }: DeliveryOf,
  baseUrl: string | null,
): Promise<ChannelMessage | null> {
  const { db, team } = ctx
  if (eventId !== null) {
    const row = await selectEvent(db, team.id, eventId)
    return row && buildEventMessage(team, row, baseUrl)
  }
  if (runId !== null && itemsFrom !== null && itemsTo !== null)
    return buildItemsMessage(ctx, runId, { from: itemsFrom, to: itemsTo }, baseUrl)
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

/** Returns the message with a range of a run's new items; null if all of them were deleted. */
async function buildItemsMessage(
  ctx: TeamCtx,
  runId: string,
  range: NewItemRange,
  baseUrl: string | null,
): Promise<ChannelMessage | null> {
  const found = await readRunNewItems(ctx, runId, range)
  if (!found || found.items.length === 0) return null
  const { run, items } = found
  const which = describeItemRange(range)
  return {
    event: 'run.items',
    kind: 'run.items',
    title: `“${run.searchName}”: new items ${which}`,
    detail: `New items ${which} of ${formatCount(run.newItems)} that a scheduled run of “${run.searchName}” brought.`,
    teamName: ctx.team.name,
    at: run.endedAt ?? run.startedAt,
    url: pageOf(ctx.team, `runs/${runId}?only=new`, baseUrl),
    data: {
      teamId: ctx.team.id,
      runId,
      searchId: run.searchId,
      searchName: run.searchName,
      startedAt: run.startedAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
      pages: run.pages,
      newItems: run.newItems,
      first: range.from + 1,
      last: range.to,
      items,
    },
  }
}

/** Names a range of a run's new items, counted from 1: "1–100". */
export const describeItemRange = ({ from, to }: NewItemRange): string =>
  `${formatCount(from + 1)}–${formatCount(to)}`

/** Returns the message about an event. */
export function buildEventMessage(
  team: TeamScope,
  row: { readonly kind: string; readonly data: string; readonly at: Date },
  baseUrl: string | null,
): ChannelMessage {
  const happened = parseEventPayload(row)
  const { title, detail, path } = describeEvent(happened, team.timeZone, cachedTeamUnit(team.id))
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
