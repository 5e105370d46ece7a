import { z } from 'zod'
import {
  cachedTeamUnit,
  canScaleTariff,
  describeTariff,
  invalid,
  isOperation,
  type Nano,
  nanoToText,
  type Operation,
  PRICE_LIMIT,
  type ProviderPrices,
  parseTypedCredits,
  requireAdmin,
} from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { dayOfDate } from '@/lib/platform/calendar'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { deleteSetPrices, insertPrice, selectSetPrices } from './store'

/** Maximum length of a further path's name. */
const MAX_NAME = 100

export const setPriceInput = z.object({
  /** A list, or whatever else the provider prices. */
  operation: z.string().trim().min(1).max(MAX_NAME),
  /** Credits as decimal text: per item, or per call if items cost nothing on their own. */
  price: z.string().trim().max(30),
  /** The first day of the price, in the team's time zone: 2026-12-01. Empty means from now on. */
  firstDay: z.union([z.iso.date('Choose a day.'), z.literal('')]).default(''),
})

/** Returns the price that an admin set and that is in force now; null if there is none. */
export const findSetPrice = async (
  { db, team, clock }: TeamCtx,
  operation: Operation,
): Promise<Nano | null> => (await selectSetPrices(db, { teamId: team.id, operation, at: clock.now() })).set

/**
 * Puts a price in force, now or from a later day on. Past settlements keep their price. The other amounts of a tariff
 * that the provider states change in proportion. Admins only.
 */
export async function setPrice(
  ctx: TeamCtx,
  input: z.output<typeof setPriceInput>,
  stated: ProviderPrices = {},
): Promise<void> {
  requireAdmin(ctx, 'set prices')
  if (!isOperation(input.operation) && !(input.operation in stated))
    throw invalid('The price was not changed.', { operation: 'Choose a list or a path of the provider.' })
  const priceNano = parseTypedCredits(input.price)
  if (priceNano === null || priceNano < 0n) {
    throw invalid('The price was not changed.', {
      price: 'Enter a number, such as 0.15, with at most 9 decimals.',
    })
  }
  if (priceNano >= PRICE_LIMIT)
    throw invalid('The price was not changed.', { price: 'Enter less than 100,000.' })
  const tariff = stated[input.operation] ?? null
  if (tariff && !canScaleTariff(tariff, priceNano))
    throw invalid('The price was not changed.', {
      price: `The price has several parts (${describeTariff(tariff, cachedTeamUnit(ctx.team.id))}), which would not be whole at this one. Change all of them in the provider’s settings.`,
    })
  const createdAt = ctx.clock.now()
  const effectiveAt = input.firstDay === '' ? createdAt : startOfDay(input.firstDay, ctx)
  await transaction(ctx.db, async (tx) => {
    const { operation } = input
    const { set: before } = await selectSetPrices(tx, { teamId: ctx.team.id, operation, at: effectiveAt })
    await insertPrice(tx, {
      teamId: ctx.team.id,
      operation,
      priceNano,
      perCallNano: 0n,
      effectiveAt,
      source: 'admin',
      setById: ctx.actor.memberId,
      createdAt,
    })
    await appendAuditEntry(tx, ctx, {
      action: 'price.set',
      subjectId: operation,
      subjectName: operation,
      detail: {
        creditsPerItem: { from: before === null ? null : nanoToText(before), to: nanoToText(priceNano) },
        ...(input.firstDay !== '' && { firstDay: input.firstDay }),
      },
    })
  })
}

/**
 * Ends the prices that admins have set, including coming ones, in the caller's transaction, because they were those of
 * another service.
 */
export async function endSetPrices(tx: Tx, ctx: TeamCtx): Promise<void> {
  const { count } = await deleteSetPrices(tx, ctx.team.id)
  if (count === 0) return
  await appendAuditEntry(tx, ctx, {
    action: 'price.end',
    subjectId: ctx.team.id,
    subjectName: ctx.team.name,
    detail: {},
  })
}

/**
 * Returns the start of a future day in the team's time zone. Throws `invalid` for other days, because history is never
 * repriced.
 */
function startOfDay(firstDay: string, ctx: TeamCtx): Date {
  const day = dayOfDate(firstDay, ctx.team.timeZone)
  if (day && day.startsAt > ctx.clock.now()) return day.startsAt
  throw invalid('The price was not changed.', {
    firstDay: 'Choose a coming day, or leave it empty for a price from now on.',
  })
}
