import type { z } from 'zod'
import { endSetPrices } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import { chooseService, type chooseServiceInput, type Services } from '@/lib/upstream/providers'

/**
 * Chooses the service that the team calls, and ends the prices that admins set for the former one. Throws `invalid`
 * for a service that is not offered. Admins only.
 */
export const switchService = (
  ctx: TeamCtx,
  services: Services,
  input: z.output<typeof chooseServiceInput>,
): Promise<void> => chooseService(ctx, services, input, (tx) => endSetPrices(tx, ctx))
