import { type CreditCost, costOf, isMoney, moneyToText, type Nano, unitTitle } from '@/lib/kernel'
import type { Cell } from '@/lib/platform/csv'

/** What usage says in columns of FOCUS 1.2 (focus.finops.org): those that Purser can fill. docs/use/usage.md says how. */
export const FOCUS_COLUMNS = [
  'BillingAccountId',
  'BillingAccountName',
  'SubAccountId',
  'SubAccountName',
  'BillingPeriodStart',
  'BillingPeriodEnd',
  'ChargePeriodStart',
  'ChargePeriodEnd',
  'ChargeCategory',
  'ChargeFrequency',
  'ChargeDescription',
  'BilledCost',
  'EffectiveCost',
  'BillingCurrency',
  'PricingCurrency',
  'PricingCurrencyEffectiveCost',
  'ConsumedQuantity',
  'ConsumedUnit',
  'ServiceCategory',
  'ServiceName',
  'ProviderName',
  'PublisherName',
  'InvoiceIssuerName',
  'Tags',
] as const

/** What one member of the grouping cost on one wallet, from a moment up to another. */
export interface FocusCharge {
  readonly team: { readonly id: string; readonly name: string }
  readonly wallet: { readonly id: string; readonly name: string }
  readonly month: { readonly startsAt: Date; readonly endsAt: Date }
  readonly from: Date
  readonly to: Date
  /** What it is grouped by, and the member's name. */
  readonly tag: { readonly name: string; readonly value: string }
  readonly items: number
  /** Null where some of the items had no price. */
  readonly nano: Nano | null
  /** What the balance counts: credits, or a currency such as USD. */
  readonly unit: string
  /** What the wallet's credits cost in money, where the team entered it. */
  readonly cost: (CreditCost & { readonly currency: string }) | null
}

const API = 'Social data API'

/**
 * A charge as a row. Where the balance counts money, that is its cost. Without costs in money they and their currency are empty;
 * credits are always told.
 */
export function focusRow(charge: FocusCharge): readonly Cell[] {
  const { team, wallet, month, tag, unit, items, nano } = charge
  const { cost, currency } = moneyOf(charge)
  return [
    ...[team.id, team.name, wallet.id, wallet.name],
    ...[month.startsAt, month.endsAt, charge.from, charge.to].map(moment),
    ...['Usage', 'Usage-Based', `${tag.name} ${tag.value}`],
    ...[cost, cost, currency],
    ...[unitTitle(unit), nano],
    ...[items, 'Items'],
    ...['Other', API, API, API, API],
    JSON.stringify({ [tag.name]: tag.value }),
  ]
}

function moneyOf({ nano, unit, cost }: FocusCharge): { readonly cost: Cell; readonly currency: Cell } {
  if (nano !== null && isMoney(unit)) return { cost: nano, currency: unit }
  if (nano === null || cost === null) return { cost: null, currency: null }
  return { cost: { plain: moneyToText(costOf(nano, cost)) }, currency: cost.currency }
}

/** As FOCUS writes it: in UTC, without parts of a second. */
const moment = (at: Date) => ({ plain: at.toISOString().replace(/\.\d+Z$/, 'Z') })
