import type { z } from 'zod'
import { conflict, notFound, requireAdmin } from '@/lib/kernel'
import { settledOnWallet } from '@/lib/money/ledger'
import { appendAuditEntry, changesOf } from '@/lib/platform/audit'
import { isDuplicate, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { expectedBalance } from './balance-after'
import { pointOf, readLatest } from './balance-readings'
import type { createWalletInput, renameWalletInput, WalletView } from './schemas'
import { insertWallet, selectWallet, selectWallets, updatePaused, updateWalletName } from './store'

type WalletRow = Awaited<ReturnType<typeof selectWallets>>[number]

/** The team's wallets by name, each with the upstream's last balance. */
export async function listWallets(ctx: TeamCtx): Promise<WalletView[]> {
  const rows = await selectWallets(ctx.db, ctx.team.id)
  return Promise.all(rows.map((row) => toView(ctx, row)))
}

/** One wallet of the team; throws `not_found`. */
export async function getWallet(ctx: TeamCtx, id: string): Promise<WalletView> {
  const row = await selectWallet(ctx.db, ctx.team.id, id)
  if (!row) throw notFound('The wallet')
  return toView(ctx, row)
}

/** Makes a wallet that groups keys. Throws `conflict` for a name that exists. Admins only. */
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

/** Renames a wallet. Throws `not_found`, or `conflict` for a name that exists. Admins only. */
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
        detail: changesOf(before, { name: input.name }),
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
): Promise<boolean> => (await updatePaused(tx, ctx.team.id, walletId, pausedAt)) > 0

async function orNameTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict('The wallet was not saved.', { name: 'There is a wallet of this name.' })
  }
}

async function toView(ctx: TeamCtx, row: WalletRow): Promise<WalletView> {
  const [latest, settled] = await Promise.all([
    readLatest(ctx.db, ctx.team.id, row.id),
    settledOnWallet(ctx, row.id),
  ])
  const reading = latest?.last ?? null
  return {
    id: row.id,
    name: row.name,
    createdAt: row.createdAt,
    keyCount: row._count.keys,
    isPaused: row.pausedAt !== null,
    balance: reading && {
      id: reading.id,
      balanceNano: reading.balanceNano,
      settledNano: reading.settledNano,
      unpricedItems: Number(reading.unpricedItems),
      // The stored moment may lie ahead, where a clock did.
      at: reading.askedAt ?? reading.at,
      standsAt: reading.at,
    },
    expectedNano:
      latest && expectedBalance(pointOf(latest.last), latest.clean && pointOf(latest.clean), settled),
  }
}
