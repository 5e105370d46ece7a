import { AppError, type Clock } from '@/lib/kernel'
import { listKeyOwners, readBalance, refreshRate, type UpstreamAccess } from '@/lib/keys/keys'
import { readWalletActivity } from '@/lib/money/ledger'
import { reconcileWallet } from '@/lib/money/statements'
import { listWallets, type WalletView } from '@/lib/money/wallets'
import { createCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { listAllTeams } from '@/lib/teams/teams'
import { getProvider, providerPrices } from '@/lib/upstream/providers'
import { systemCtx } from './jobs'

const MINUTE_MS = 60_000
/** Minimum quiet time of a wallet before a reading, so that the balance includes all charges, even late ones. */
const QUIET_MS = 60_000
/** Interval of readings of a wallet in constant use. */
const BUSY_MS = 10 * MINUTE_MS
/** Interval of readings of an idle wallet, in case somebody else uses it. */
const RESTING_MS = 60 * MINUTE_MS
/** Idle time after which a wallet is not read any more. */
const FORGOTTEN_MS = 30 * DAY_MS

/** Facts that decide whether to read a wallet's balance. */
export interface WalletUse {
  /** Time of the last reading; null before the first. */
  readonly readAt: Date | null
  /** Time at which its last call ended; null if there was none. */
  readonly usedAt: Date | null
  /** Number of calls under way. */
  readonly open: number
  /** Longest known delay after which its charges show. */
  readonly settlingMs: number
  readonly now: Date
}

/**
 * Returns whether a balance reading is due: soon after each use, once the wallet is quiet; every ten minutes while it
 * never is; every hour while it is idle. A reading costs one request of a key's pace, and nothing else.
 */
export function isBalanceReadingDue({ readAt, usedAt, open, settlingMs, now }: WalletUse): boolean {
  const since = (at: Date | null) => (at === null ? Number.POSITIVE_INFINITY : now.getTime() - at.getTime())
  if (since(usedAt) > FORGOTTEN_MS) return false
  const quietMs = Math.max(QUIET_MS, settlingMs)
  // An earlier reading, such as a check just after a run, does not replace the quiet one.
  const isUnread = usedAt !== null && (readAt === null || readAt.getTime() < usedAt.getTime() + quietMs)
  if (isUnread && open === 0 && since(usedAt) >= quietMs) return true
  // A reading from far ahead was made by a wrong clock. Waiting for that time would leave the wallet unread.
  return Math.abs(since(readAt)) >= (isUnread ? BUSY_MS : RESTING_MS)
}

/** Interval of questions about the rate of a key in use, whose pack may have grown. */
const RATE_MS = 50_000

/** Facts that decide whether to ask for a key's rate. Times are of one monotonic clock. */
interface KeyUse {
  /** Recent calls per second. */
  readonly achievedRate: number
  /** When it was last asked for, or first seen in use. */
  readonly askedAt: number
  readonly now: number
}

/**
 * Returns whether to ask for a key's rate: nearly every minute while the key is in use. That takes one of its
 * requests, a sixtieth of the slowest pack's, and writes nothing while the rate stays the same.
 */
export const isRateCheckDue = ({ achievedRate, askedAt, now }: KeyUse): boolean =>
  achievedRate > 0 && now - askedAt >= RATE_MS

/** Time after which a wallet whose upstream did not answer is asked about again. */
const PATIENCE_MS = 10 * 60_000

/** Reads balances that are due, and draws the conclusions that new readings allow. */
export interface BalanceWatch {
  /** Handles a team's wallets, one after another, while `goesOn`. */
  visit(ctx: TeamCtx, access: UpstreamAccess, goesOn: () => Promise<boolean>): Promise<void>
}

/** Maximum number of wallets kept. Beyond it, the one unused for longest is forgotten and computed again later. */
const MAX_WALLETS = 10_000

export function createBalanceWatch(): BalanceWatch {
  /** Time at which each wallet's upstream did not answer, by a clock that may be set back. */
  const unanswered = createCache<number>({ max: MAX_WALLETS })
  const isResting = (walletId: string, now: Date): boolean => {
    const at = unanswered.get(walletId)
    return at !== undefined && Math.abs(now.getTime() - at) < PATIENCE_MS
  }
  /** For each wallet, the reading that conclusions were drawn from, and the longest delay of charges seen. */
  const concluded = createCache<{ readonly at: number; readonly learntMs: number }>({ max: MAX_WALLETS })

  async function read(ctx: TeamCtx, access: UpstreamAccess, wallet: WalletView): Promise<void> {
    const now = ctx.clock.now()
    if (wallet.isPaused || wallet.keyCount === 0 || isResting(wallet.id, now)) return
    const use = await readWalletActivity(ctx, wallet.id)
    const { provider } = await getProvider(ctx, access.upstreams)
    const settlingMs = Math.max(provider.chargeDelayMs ?? 0, concluded.get(wallet.id)?.learntMs ?? 0)
    if (!isBalanceReadingDue({ readAt: wallet.balance?.at ?? null, ...use, settlingMs, now })) return
    try {
      await readBalance(ctx, access, wallet.id, 'schedule')
    } catch (error) {
      // The key's own state and the alerts report it to the admin.
      if (!(error instanceof AppError)) throw error
      unanswered.set(wallet.id, now.getTime())
    }
  }

  async function conclude(ctx: TeamCtx, access: UpstreamAccess, { id, balance }: WalletView): Promise<void> {
    const at = balance?.at.getTime()
    if (at === undefined || concluded.get(id)?.at === at) return
    const { provider } = await getProvider(ctx, access.upstreams)
    const { learntMs } = await reconcileWallet(ctx, id, providerPrices(provider))
    concluded.set(id, { at, learntMs })
  }

  return {
    async visit(ctx, access, goesOn) {
      for (const wallet of await listWallets(ctx)) {
        if (!(await goesOn())) return
        await read(ctx, access, wallet)
      }
      for (const wallet of await listWallets(ctx)) if (await goesOn()) await conclude(ctx, access, wallet)
    },
  }
}

/** Detects that a pack has changed whose keys are in use in this process. */
export interface RateWatch {
  /** Asks about the keys in use that were not asked about recently, one of each wallet. */
  visit(): Promise<void>
  /** Asks at once about a key whose calls are refused. */
  suspect(keyId: string): Promise<void>
}

interface RateWatchParts {
  readonly db: Db
  readonly clock: Clock
  readonly access: UpstreamAccess
}

/** Maximum number of keys kept. With more in use, some are asked about more often. */
const MAX_KEYS = 10_000
/** Maximum number of keys in a visit. The others' turn comes at the next one. */
const AT_ONCE = 100

export function createRateWatch({ db, clock, access }: RateWatchParts): RateWatch {
  /** For each key, when it was last asked about or first seen here, by the monotonic clock. */
  const askedAt = createCache<number>({ max: MAX_KEYS })

  /** Asks about keys. Each request waits in its key's own queue, so none delays another. */
  async function askAbout(keyIds: readonly string[], isUrgent: boolean): Promise<void> {
    for (const id of keyIds) askedAt.set(id, clock.monotonic())
    const keys = await listKeyOwners(db, keyIds)
    const teams = new Map((await listAllTeams(db)).map((team) => [team.id, team]))
    // Keys of one wallet have the same pack.
    const one = new Map(keys.map((key) => [key.walletId, key]))
    const asking = [...one.values()].map(async ({ id, teamId }) => {
      const team = teams.get(teamId)
      if (team && !team.isExample) await refreshRate(systemCtx(db, clock, team), access, id, isUrgent)
    })
    await Promise.all(asking)
  }

  return {
    async visit() {
      const now = clock.monotonic()
      const due = access.pacers.list().flatMap(({ keyId, pacer }) => {
        const known = askedAt.get(keyId)
        // The rate of a key that is new here was read a moment ago, when it was added, or its first refusal will
        // reveal it.
        if (known === undefined) askedAt.set(keyId, now)
        const { achievedRate } = pacer.figures()
        return isRateCheckDue({ achievedRate, askedAt: known ?? now, now }) ? keyId : []
      })
      if (due.length > 0) await askAbout(due.slice(0, AT_ONCE), false)
    },
    suspect: (keyId) => askAbout([keyId], true),
  }
}
