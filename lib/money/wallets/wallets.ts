import type { z } from 'zod'
import {
  compareByName,
  conflict,
  invalid,
  MAX_AMOUNT,
  nanoToText,
  notFound,
  parseTypedCredits,
  removeGroupSeparators,
  requireAdmin,
} from '@/lib/kernel'
import { type Settled, sumSettledByWallet } from '@/lib/money/ledger'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import {
  isDuplicate,
  memoisePerContext,
  parseMoment,
  type TeamCtx,
  type Tx,
  transaction,
} from '@/lib/platform/db'
import {
  appendBalanceReading,
  computeExpectedBalance,
  type LatestReadings,
  readLatestOfEach,
  toBalancePoint,
} from './balance-readings'
import type { createWalletInput, enterBalanceInput, renameWalletInput, WalletView } from './schemas'
import {
  insertWallet,
  selectFirstKey,
  selectWallet,
  selectWallets,
  updateWalletName,
  updateWalletPaused,
} from './store'

type WalletRow = Awaited<ReturnType<typeof selectWallets>>[number]

/** Returns the team's wallets by name, each with the last balance that the upstream reported. */
export const listWallets = memoisePerContext(
  async (ctx): Promise<readonly WalletView[]> =>
    toViews(ctx, (await selectWallets(ctx.db, ctx.team.id)).sort(compareByName)),
)

/** Returns one wallet of the team. Throws `not_found`. */
export async function getWallet(ctx: TeamCtx, id: string): Promise<WalletView> {
  const row = await selectWallet(ctx.db, ctx.team.id, id)
  const [view] = await toViews(ctx, row ? [row] : [])
  if (!view) throw notFound('The wallet')
  return view
}

/** Creates a wallet that groups keys. Throws `conflict` if the name exists. Admins only. */
export async function createWallet(
  ctx: TeamCtx,
  input: z.output<typeof createWalletInput>,
): Promise<{ id: string }> {
  requireAdmin(ctx, 'add wallets')
  return orNameTaken(() =>
    transaction(ctx.db, async (tx) => {
      const { id } = await insertWallet(tx, {
        teamId: ctx.team.id,
        name: input.name,
        createdAt: ctx.clock.now(),
      })
      await appendAuditEntry(tx, ctx, { action: 'wallet.create', subjectId: id, subjectName: input.name })
      return { id }
    }),
  )
}

/** Renames a wallet. Throws `not_found`, or `conflict` if the name exists. Admins only. */
export async function renameWallet(ctx: TeamCtx, input: z.output<typeof renameWalletInput>): Promise<void> {
  requireAdmin(ctx, 'rename wallets')
  await orNameTaken(() =>
    transaction(ctx.db, async (tx) => {
      const before = await selectWallet(tx, ctx.team.id, input.walletId)
      if (!before) throw notFound('The wallet')
      await updateWalletName(tx, ctx.team.id, input.walletId, input.name)
      await appendAuditEntry(tx, ctx, {
        action: 'wallet.rename',
        subjectId: input.walletId,
        subjectName: input.name,
        detail: diffFields(before, { name: input.name }),
      })
    }),
  )
}

/**
 * Pauses all calls on a wallet except balance readings, or lets them continue. Returns whether that changed anything.
 */
export const setWalletPaused = async (
  tx: Tx,
  ctx: TeamCtx,
  walletId: string,
  pausedAt: Date | null,
): Promise<boolean> => (await updateWalletPaused(tx, ctx.team.id, walletId, pausedAt)) > 0

async function orNameTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict('The wallet was not saved.', { name: 'There is already a wallet with this name.' })
  }
}

/** Converts all wallets with two queries, because their list is on nearly every page. */
async function toViews(ctx: TeamCtx, rows: readonly WalletRow[]): Promise<WalletView[]> {
  const ids = rows.map(({ id }) => id)
  const [latest, settled] = await Promise.all([
    readLatestOfEach(ctx.db, ctx.team.id, ids),
    sumSettledByWallet(ctx, ids),
  ])
  return rows.map((row) => viewOf(row, latest.get(row.id) ?? null, settled.get(row.id) ?? NOTHING))
}

const NOTHING: Settled = { settledNano: 0n, unpricedItems: 0 }

const viewOf = (row: WalletRow, latest: LatestReadings | null, settled: Settled): WalletView => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt,
  keyCount: row._count.keys,
  isPaused: row.pausedAt !== null,
  balance: latest && {
    id: latest.last.id,
    ...settledAt(latest.last),
    // The stored moment may be in the future if a clock was ahead.
    at: parseMoment(latest.last.askedAt),
    standsAt: parseMoment(latest.last.at),
    isTyped: latest.last.source === 'typed',
  },
  expectedNano:
    latest &&
    computeExpectedBalance(
      toBalancePoint(latest.last),
      latest.clean && toBalancePoint(latest.clean),
      settled,
    ),
})

function settledAt(reading: LatestReadings['last']) {
  const { balanceNano, settledNano, unpricedItems } = toBalancePoint(reading)
  return { balanceNano, settledNano, unpricedItems }
}

/**
 * Records the balance that an admin has read elsewhere, for a wallet whose service reports none. Later spend is
 * subtracted from it as from any reading. Throws `not_found`, or `invalid` if it is not an amount. Admins only.
 */
export async function enterBalance(
  ctx: TeamCtx,
  { walletId, balance }: z.output<typeof enterBalanceInput>,
): Promise<{ isPositive: boolean }> {
  requireAdmin(ctx, 'enter balances')
  const balanceNano = parseTypedCredits(removeGroupSeparators(balance))
  if (balanceNano === null || balanceNano > MAX_AMOUNT || balanceNano < -MAX_AMOUNT)
    throw invalid('The balance was not entered.', { balance: 'Enter an amount, such as 49.90.' })
  await transaction(ctx.db, async (tx) => {
    const wallet = await selectWallet(tx, ctx.team.id, walletId)
    if (!wallet) throw notFound('The wallet')
    await appendBalanceReading(tx, ctx, {
      walletId,
      balanceNano,
      source: 'typed',
      keyId: (await selectFirstKey(tx, ctx.team.id, walletId)) ?? '',
      askedAt: ctx.clock.now(),
      settlingMs: null,
    })
    await appendAuditEntry(tx, ctx, {
      action: 'wallet.balance',
      subjectId: walletId,
      subjectName: wallet.name,
      detail: { amount: nanoToText(balanceNano) },
    })
  })
  return { isPositive: balanceNano > 0n }
}
