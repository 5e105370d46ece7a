import { notFound, toRequestsPerSecond } from '@/lib/kernel'
import { memoisePerContext, type TeamCtx } from '@/lib/platform/db'
import { type EnvironmentView, listEnvironments } from '@/lib/teams/teams'
import { storedKeyRate } from './key-rate'
import { type KeyView, keyStatusSchema, rateSourceSchema } from './schemas'
import { selectActiveKey, selectKey, selectKeys, selectRefusedKeys } from './store'

type KeyWithWallet = NonNullable<Awaited<ReturnType<typeof selectKey>>>

/** Returns the team's keys in the order they were added, without any secret. */
export const listKeys = memoisePerContext(async (ctx): Promise<KeyView[]> => {
  const [rows, environments] = await Promise.all([selectKeys(ctx.db, ctx.team.id), listEnvironments(ctx)])
  return rows.map((row) => viewOf(row, environments))
})

/** Returns whether the team has a usable key. */
export const hasActiveKey = async (ctx: TeamCtx): Promise<boolean> =>
  (await selectActiveKey(ctx.db, ctx.team.id)) !== null

/** Returns the keys that the upstream refused, in the order they were added. */
export const listRefusedKeys = (
  ctx: TeamCtx,
): Promise<Pick<KeyView, 'id' | 'name' | 'prefix' | 'walletName'>[]> => selectRefusedKeys(ctx.db, ctx.team.id)

/** Returns one key of the team, without its secret. Throws `not_found`. */
export async function getKey(ctx: TeamCtx, id: string): Promise<KeyView> {
  const [row, environments] = await Promise.all([selectKey(ctx.db, ctx.team.id, id), listEnvironments(ctx)])
  if (!row) throw notFound('The key')
  return viewOf(row, environments)
}

function viewOf(row: KeyWithWallet, environments: readonly EnvironmentView[]): KeyView {
  const environment = environments.find(({ id }) => id === row.environmentId)
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    reference: row.reference,
    status: keyStatusSchema.parse(row.status),
    walletId: row.walletId,
    walletName: row.wallet.name,
    environmentId: row.environmentId,
    environmentName: environment?.name ?? 'unknown',
    environmentColor: environment?.color ?? 'gray',
    pack: row.plan,
    rate: storedKeyRate(row),
    rateSource: rateSourceSchema.parse(row.rateSource),
    requestsPerSecond: toRequestsPerSecond(storedKeyRate(row)),
    isUnchecked: row.isUnchecked,
    service: row.service,
    createdAt: row.createdAt,
    checkedAt: row.isUnchecked ? null : row.checkedAt,
    lastUsedAt: row.lastUsedAt,
  }
}
