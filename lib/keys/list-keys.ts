import type { TeamCtx } from '@/lib/db'
import { listEnvironments } from '@/lib/teams'
import { packOf } from './pack'
import { type KeyView, keyStatus } from './schemas'
import { selectKeys } from './store'

/** The team's keys in the order they were added, without any secret. */
export async function listKeys(ctx: TeamCtx): Promise<KeyView[]> {
  const [rows, environments] = await Promise.all([selectKeys(ctx.db, ctx.team.id), listEnvironments(ctx)])
  return rows.map((row) => {
    const environment = environments.find(({ id }) => id === row.environmentId)
    return {
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      status: keyStatus.parse(row.status),
      walletId: row.walletId,
      walletName: row.wallet.name,
      environmentId: row.environmentId,
      environmentName: environment?.name ?? 'unknown',
      environmentColor: environment?.color ?? 'gray',
      pack: packOf(row.requestsPerSecond),
      requestsPerSecond: row.requestsPerSecond,
      createdAt: row.createdAt,
      checkedAt: row.checkedAt,
      lastUsedAt: row.lastUsedAt,
    }
  })
}
