import 'server-only'
import type { z } from 'zod'
import { setPrice, type setPriceInput } from '@/lib/money/prices'
import {
  resolveTogether,
  type resolveTogetherInput,
  resolveUnknown,
  type resolveUnknownInput,
} from '@/lib/money/statements'
import type { TeamCtx } from '@/lib/platform/db'
import { statedPrices } from './provider'

/** Records what an admin knows about a lost call, at the prices that the team's provider states. */
export const resolveUnknownHere = async (
  ctx: TeamCtx,
  input: z.output<typeof resolveUnknownInput>,
): Promise<void> => resolveUnknown(ctx, input, await statedPrices(ctx))

/** Resolves the lost calls of a window by their sum, at the same prices. */
export const resolveTogetherHere = async (
  ctx: TeamCtx,
  input: z.output<typeof resolveTogetherInput>,
): Promise<void> => resolveTogether(ctx, input, await statedPrices(ctx))

/** Puts a price in force, for a list or for a further operation that the provider names. */
export const setPriceHere = async (ctx: TeamCtx, input: z.output<typeof setPriceInput>): Promise<void> =>
  setPrice(ctx, input, await statedPrices(ctx))
