import type { z } from 'zod'
import { isDuplicate, type TeamCtx } from '@/lib/db'
import { conflict, invalid, type Micro, parseMicro, requireWriter } from '@/lib/kernel'
import { getUsableKey, refreshBalance } from '@/lib/keys'
import { getSearch } from '@/lib/searches'
import { getEnvironment } from '@/lib/teams'
import { fetchPageAt } from './fetch-next-page'
import type { PageAnswer, startRunInput } from './schemas'
import type { RunServices } from './services'
import { insertRun } from './store'

/**
 * Runs a saved search with a key and buys its first page. The caller chooses the run's id, so the same request sent
 * twice starts and pays for one run; the second is refused with `conflict`.
 */
export async function startRun(
  ctx: TeamCtx,
  services: RunServices,
  input: z.input<typeof startRunInput>,
): Promise<PageAnswer> {
  requireWriter(ctx, 'run searches')
  const capMicro = readCap(input.capCredits ?? null)
  const [search, key] = await Promise.all([getSearch(ctx, input.searchId), getUsableKey(ctx, input.keyId)])
  const environment = await getEnvironment(ctx, key.environmentId)
  try {
    await insertRun(ctx.db, {
      id: input.runId,
      teamId: ctx.team.id,
      searchId: search.id,
      searchName: search.name,
      operation: search.operation,
      subject: search.subject,
      product: search.product,
      keyId: key.id,
      keyPrefix: key.prefix,
      environmentId: environment.id,
      environmentName: environment.name,
      memberId: ctx.actor.memberId,
      memberName: ctx.actor.name,
      shared: search.shared,
      capItems: input.capItems ?? null,
      capMicro,
      startedAt: ctx.clock.now(),
    })
  } catch (error) {
    if (isDuplicate(error)) throw conflict('This run has been started already.')
    throw error
  }
  await refreshBalance(ctx, services, key.walletId)
  return fetchPageAt(ctx, services, { run: input.runId, key: key.id, seq: 1, cursor: null, seen: [] })
}

/** A cap in credits as micro-credits; null for none. Throws `invalid`. */
function readCap(credits: string | null): Micro | null {
  if (credits === null || credits === '') return null
  const micro = parseMicro(credits)
  if (micro !== null && micro > 0n) return micro
  throw invalid('The run was not started.', { capCredits: 'Enter a number of credits, such as 2.5.' })
}
