import { conflict, newId, packOf } from '@/lib/kernel'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { insertKey, updateKey } from './store'

/** The facts of an example's key. */
interface ExampleKey {
  readonly walletId: string
  readonly environmentId: string
  readonly name: string
  readonly prefix: string
  readonly requestsPerSecond: number
}

/**
 * Adds a key that has no text and so can call nobody; it exists to be looked at. Throws `conflict` outside of an
 * example.
 */
export async function addExampleKey(ctx: TeamCtx, key: ExampleKey): Promise<{ id: string }> {
  if (!ctx.team.isExample) throw conflict('Only an example has keys without a text.')
  const [id, now] = [newId(), ctx.clock.now()]
  await transaction(ctx.db, (tx) =>
    insertKey(tx, {
      ...{ id, teamId: ctx.team.id, ...key },
      // No text has this reference, because it is not an HMAC.
      keyRef: `example ${id}`,
      ...{ windowMs: 1000, rateSource: 'account', plan: packOf(key.requestsPerSecond), service: null },
      ...{ sealed: null, reference: null, replacedAt: null, status: 'active' },
      ...{ createdAt: now, checkedAt: now, isUnchecked: false },
    }),
  )
  return { id }
}

/** Records that keys of an example were checked at the moment of the context's clock, and used at their last calls. */
export async function noteExampleUse(
  { db, team, clock }: TeamCtx,
  uses: readonly { readonly id: string; readonly lastUsedAt: Date | null }[],
): Promise<void> {
  for (const { id, lastUsedAt } of uses)
    await updateKey(db, team.id, id, { checkedAt: clock.now(), ...(lastUsedAt && { lastUsedAt }) })
}
