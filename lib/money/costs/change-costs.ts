import type { z } from 'zod'
import {
  invalid,
  MAX_AMOUNT,
  MAX_COST,
  type Micro,
  moneyToText,
  type Nano,
  nanoToText,
  notFound,
  parseMoney,
  parseTypedCredits,
  removeGroupSeparators,
  requireAdmin,
} from '@/lib/kernel'
import { getWallet } from '@/lib/money/wallets'
import { appendAuditEntry } from '@/lib/platform/audit'
import { dayOfDate } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { readMoneyChoice, storeMoneyChoice } from '@/lib/teams/teams'
import type { addTopUpCostInput, setMoneyInput, setPackPriceInput, topUpCostInput } from './schemas'
import { deletePackPrice, deleteTopUpCost, insertTopUpCost, putPackPrice } from './store'

const NOT_SAVED = 'The cost was not saved.'

/**
 * Sets the currency in which credits are paid, and whether pages show money beside them. Costs entered before keep
 * their figures. Admins only.
 */
export async function setMoney(ctx: TeamCtx, input: z.output<typeof setMoneyInput>): Promise<void> {
  requireAdmin(ctx, 'choose how money is shown')
  await storeMoneyChoice(ctx, { currency: input.currency, showsMoney: input.showsMoney })
}

/** Enters the cost of a top-up. Admins only. */
export async function addTopUpCost(ctx: TeamCtx, input: z.output<typeof addTopUpCostInput>): Promise<void> {
  requireAdmin(ctx, 'enter what credits cost')
  const { id: walletId, name } = await getWallet(ctx, input.walletId)
  const amounts = readAmounts(input)
  const { currency } = await readMoneyChoice(ctx)
  const day = dayOfDate(input.day, ctx.team.timeZone)
  const now = ctx.clock.now()
  if (!day || day.startsAt > now) throw invalid(NOT_SAVED, { day: 'Choose a day that has begun.' })
  await transaction(ctx.db, async (tx) => {
    const row = { teamId: ctx.team.id, walletId, at: day.startsAt, ...amounts }
    const { id } = await insertTopUpCost(tx, { ...row, createdById: ctx.actor.memberId, createdAt: now })
    await appendAuditEntry(tx, ctx, {
      action: 'cost.add',
      subjectId: id,
      subjectName: name,
      detail: { day: input.day, ...inWords(amounts, currency) },
    })
  })
}

/** Deletes the cost that was entered for a top-up. Admins only. */
export async function removeTopUpCost(ctx: TeamCtx, { id }: z.output<typeof topUpCostInput>): Promise<void> {
  requireAdmin(ctx, 'enter what credits cost')
  await transaction(ctx.db, async (tx) => {
    if ((await deleteTopUpCost(tx, ctx.team.id, id)) === 0) throw notFound('The cost')
    await appendAuditEntry(tx, ctx, { action: 'cost.remove', subjectId: id, subjectName: 'A top-up' })
  })
}

/** Enters the cost and the credits of a pack; both empty for no price. Admins only. */
export async function setPackPrice(ctx: TeamCtx, input: z.output<typeof setPackPriceInput>): Promise<void> {
  requireAdmin(ctx, 'enter what credits cost')
  const { pack } = input
  const amounts = input.credits === '' && input.cost === '' ? null : readAmounts(input)
  const { currency } = await readMoneyChoice(ctx)
  await transaction(ctx.db, async (tx) => {
    if (amounts) await putPackPrice(tx, ctx.team.id, { pack, ...amounts }, ctx.clock.now())
    else await deletePackPrice(tx, ctx.team.id, pack)
    await appendAuditEntry(tx, ctx, {
      action: 'cost.pack',
      subjectId: pack,
      subjectName: pack,
      detail: amounts ? inWords(amounts, currency) : {},
    })
  })
}

interface Amounts {
  readonly creditsNano: Nano
  readonly costMicro: Micro
}

/** Formats a cost with its currency if one was chosen. */
const inWords = ({ creditsNano, costMicro }: Amounts, currency: string | null) => ({
  credits: nanoToText(creditsNano),
  cost: [moneyToText(costMicro), currency].filter(Boolean).join(' '),
})

function readAmounts({ credits, cost }: { readonly credits: string; readonly cost: string }): Amounts {
  const [creditsNano, costMicro] = [
    parseTypedCredits(removeGroupSeparators(credits)),
    parseMoney(removeGroupSeparators(cost)),
  ]
  const isAmount = creditsNano !== null && creditsNano > 0n && creditsNano <= MAX_AMOUNT
  const isCost = costMicro !== null && costMicro >= 0n && costMicro <= MAX_COST
  if (isAmount && isCost) return { creditsNano, costMicro }
  throw invalid(NOT_SAVED, {
    ...(!isAmount && { credits: 'Enter a number of credits, such as 10000.' }),
    ...(!isCost && { cost: 'Enter what they cost, such as 49.90.' }),
  })
}
