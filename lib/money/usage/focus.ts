import {
  type CreditCost,
  costOfAmount,
  isCurrencyUnit,
  moneyToText,
  type Nano,
  unitTitle,
} from '@/lib/kernel'
import type { CsvCell } from '@/lib/platform/csv'

/** The columns of FOCUS 1.2 (focus.finops.org) that Purser can fill. docs/use/usage.md explains how. */
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

/** The cost of one member of the grouping on one wallet, in a half-open span. */
export interface FocusCharge {
  readonly team: { readonly id: string; readonly name: string }
  readonly wallet: { readonly id: string; readonly name: string }
  readonly month: { readonly startsAt: Date; readonly endsAt: Date }
  readonly from: Date
  readonly to: Date
  /** The name of the grouping and of its member. */
  readonly tag: { readonly name: string; readonly value: string }
  readonly items: number
  /** Null if some of the items had no price. */
  readonly nano: Nano | null
  /** The balance's unit: credits, or a currency such as USD. */
  readonly unit: string
  /** The cost of the wallet's credits in money, if the team entered it. */
  readonly cost: (CreditCost & { readonly currency: string }) | null
}

const API = 'Social data API'

/**
 * Converts a charge to a row. If the balance is in money, that is the cost. Without a cost in money, the cost columns
 * and their currency are empty. Credits are always included.
 */
export function focusRow(charge: FocusCharge): readonly CsvCell[] {
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

function moneyOf({ nano, unit, cost }: FocusCharge): { readonly cost: CsvCell; readonly currency: CsvCell } {
  if (nano !== null && isCurrencyUnit(unit)) return { cost: nano, currency: unit }
  if (nano === null || cost === null) return { cost: null, currency: null }
  return { cost: { plain: moneyToText(costOfAmount(nano, cost)) }, currency: cost.currency }
}

/** Formats a moment as FOCUS requires: in UTC, without fractions of a second. */
const moment = (at: Date) => ({ plain: at.toISOString().replace(/\.\d+Z$/, 'Z') })
