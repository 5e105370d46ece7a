import { createHash } from 'node:crypto'
import { readRunsVersion } from '@/lib/collect/runs'
import { listEntries } from '@/lib/money/ledger'
import { listWallets } from '@/lib/money/wallets'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { processSingleton } from '@/lib/platform/process'
import { isSnoozed } from './snooze'
import { selectOpenAlerts } from './store'

/** Minimum time between checks of a team, however many pages a member has open. */
const FRESH_MS = 2000
const MAX_MEMBERS = 5000

interface KeptMark {
  readonly at: number
  readonly mark: Promise<string>
}

const versionCache = () => processSingleton('team-marks', () => createCache<KeptMark>({ max: MAX_MEMBERS }))

/**
 * Returns a text that changes whenever a call of the team ends, a balance is read, an alert begins, ends or is
 * acknowledged, snoozed or assigned, or a run begins or ends. Pages compare it to see whether they are outdated. It is at most two seconds
 * old.
 */
export function readTeamVersion(ctx: TeamCtx): Promise<string> {
  const now = ctx.clock.monotonic()
  const name = `${ctx.team.id} ${ctx.actor.memberId}`
  const known = versionCache().get(name)
  if (known && now - known.at < FRESH_MS) return known.mark
  const mark = look(ctx)
  versionCache().set(name, { at: now, mark })
  // A failed check is not cached, so that the next caller checks again.
  mark.catch(() => versionCache().delete(name))
  return mark
}

async function look(ctx: TeamCtx): Promise<string> {
  const now = ctx.clock.now()
  const [alerts, wallets, { entries }, runs] = await Promise.all([
    selectOpenAlerts(ctx.db, ctx.team.id),
    listWallets(ctx),
    listEntries(ctx, {}, undefined, 1),
    readRunsVersion(ctx),
  ])
  const parts = [
    ...alerts.map(({ id, title, detail, acknowledgedAt, assignedTo, ...row }) => [
      ...[id, title, detail, acknowledgedAt?.getTime(), assignedTo],
      isSnoozed(row, now) && row.snoozedUntil?.getTime(),
    ]),
    ...wallets.map(({ id, name, isPaused, balance }) => [id, name, isPaused, balance?.id]),
    entries.map(({ id }) => id),
    runs,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
