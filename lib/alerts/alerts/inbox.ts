import type { z } from 'zod'
import { foldText, pageWithin } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { viewsOf } from './list-alerts'
import type { AlertSubject, AlertView, inboxPart } from './schemas'
import { isSnoozed } from './snooze'
import { type InboxRow, selectAlertsById, selectInboxRows } from './store'
import { groupBySubject, listOverspentBudgets, subjectKey, subjectOf } from './urgency'

/** The open alerts about one wallet, key, budget or search, or about the service. */
export interface AlertGroup {
  readonly key: string
  readonly subject: AlertSubject
  /** Name of the wallet, key, …; empty for the service. */
  readonly name: string
  /** The most urgent first. */
  readonly alerts: readonly AlertView[]
  /** When the first of them fired, whose kind the row shows. */
  readonly since: Date
}

/** A page of the inbox. */
interface Inbox {
  readonly groups: readonly AlertGroup[]
  /** Groups before and after which the pages around it are; null if there is none. */
  readonly previous: string | null
  readonly next: string | null
  /** Numbers of groups: all of the team's, and those of the part. */
  readonly counts: { readonly all: number; readonly found: number }
  /** Numbers of all groups by what has been done about them. */
  readonly states: InboxStates
}

/** Each group counts once: as open while it has an alert that nobody has acknowledged or snoozed. */
interface InboxStates {
  readonly open: number
  readonly acknowledged: number
  readonly snoozed: number
}

/** Number of groups on a page. Their alerts can usually be selected all at once. */
const ON_A_PAGE = 25

/**
 * Returns the open alerts of a part by what they are about, most urgent first: without those that are snoozed, unless
 * the part asks for these. A position that is gone leads to the first page.
 */
export async function listInbox(ctx: TeamCtx, part: z.output<typeof inboxPart>): Promise<Inbox> {
  const rows = await selectInboxRows(ctx.db, ctx.team.id)
  const now = ctx.clock.now()
  const states = countStates(rows, now)
  const found = rows.filter(isInPart(part, ctx.actor.memberId, now))
  const overspent = await listOverspentBudgets(ctx, found)
  const groups = groupBySubject(found, overspent)
  const keys = [...groups.keys()]
  const page = pageWithin(keys, ON_A_PAGE, part) ?? pageWithin(keys, ON_A_PAGE, {})
  const { ids: shown = [], previous = null, next = null } = page ?? {}
  const shownRows = shown.flatMap((key) => groups.get(key) ?? [])
  const full = await selectAlertsById(
    ctx.db,
    ctx.team.id,
    shownRows.map(({ id }) => id),
  )
  const views = new Map((await viewsOf(ctx, full, overspent)).map((view) => [view.id, view]))
  return {
    groups: shown.flatMap((key) => {
      // An alert may have been deleted with its team's example meanwhile.
      const own = (groups.get(key) ?? []).flatMap(({ id }) => views.get(id) ?? [])
      const [first] = own
      return first ? [toGroup(key, first, own)] : []
    }),
    previous,
    next,
    counts: { all: states.open + states.acknowledged + states.snoozed, found: keys.length },
    states,
  }
}

function countStates(rows: readonly InboxRow[], now: Date): InboxStates {
  const stateOf = (row: InboxRow) =>
    isSnoozed(row, now) ? 'snoozed' : row.acknowledgedAt === null ? 'open' : 'acknowledged'
  const keysIn = (state: keyof InboxStates) =>
    new Set(rows.filter((row) => stateOf(row) === state).map(subjectKey))
  const [open, acknowledged, snoozed] = [keysIn('open'), keysIn('acknowledged'), keysIn('snoozed')]
  const known = open.union(acknowledged)
  return {
    open: open.size,
    acknowledged: known.size - open.size,
    snoozed: known.union(snoozed).size - known.size,
  }
}

const toGroup = (key: string, first: AlertView, alerts: readonly AlertView[]): AlertGroup => {
  const { subject } = subjectOf(first)
  return {
    key,
    subject,
    name: subject === 'service' ? '' : first.subjectName,
    alerts,
    since: first.firedAt,
  }
}

/** Returns whether a row belongs to a part of the inbox, as the member sees it at a moment. */
function isInPart({ text, show, about }: z.output<typeof inboxPart>, memberId: string, now: Date) {
  const words = foldText(text)
  return (row: InboxRow): boolean =>
    isSnoozed(row, now) === (show === 'snoozed') &&
    (show !== 'mine' || row.assignedTo === memberId) &&
    (about === undefined || subjectOf(row).subject === about) &&
    foldText(`${row.title} ${row.subjectName}`).includes(words)
}
