import { createHash } from 'node:crypto'
import { markRuns } from '@/lib/collect/runs'
import { listEntries } from '@/lib/money/ledger'
import { listWallets } from '@/lib/money/wallets'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { selectOpenAlerts } from './store'

/** However many pages a member has open, the team is looked at so often at most. */
const FRESH_MS = 2000
const MOST_MEMBERS = 5000

interface KeptMark {
  readonly at: number
  readonly mark: Promise<string>
}

const kept = () => processWide('team-marks', () => createCache<KeptMark>({ most: MOST_MEMBERS }))

/**
 * What changes whenever a call of the team ends, a balance is read, an alert comes, goes or is acknowledged, or a run
 * begins or ends: pages compare it to see that they are of before. Two seconds old at most.
 */
export function markTeam(ctx: TeamCtx): Promise<string> {
  const now = ctx.clock.monotonic()
  const name = `${ctx.team.id} ${ctx.actor.memberId}`
  const known = kept().get(name)
  if (known && now - known.at < FRESH_MS) return known.mark
  const mark = look(ctx)
  kept().set(name, { at: now, mark })
  // A look that failed is none: the next one who asks looks again.
  mark.catch(() => kept().delete(name))
  return mark
}

async function look(ctx: TeamCtx): Promise<string> {
  const [alerts, wallets, { entries }, runs] = await Promise.all([
    selectOpenAlerts(ctx.db, ctx.team.id),
    listWallets(ctx),
    listEntries(ctx, {}, undefined, 1),
    markRuns(ctx),
  ])
  const parts = [
    ...alerts.map(({ id, title, detail, acknowledgedAt }) => [id, title, detail, acknowledgedAt?.getTime()]),
    ...wallets.map(({ id, name, isPaused, balance }) => [id, name, isPaused, balance?.id]),
    entries.map(({ id }) => id),
    runs,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
