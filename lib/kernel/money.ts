import { NANO_PER_CREDIT, type Nano, parseTyped } from './amounts'

/** The cookie in which a browser keeps whether its person wants amounts in money too. */
export const MONEY_COOKIE = 'purser-money'

/** Money in millionths of a currency's unit, the only form in which it is stored: 1 EUR = 1,000,000. */
export type Micro = bigint

const NANO_PER_MICRO = 1000n
/** No top-up or pack costs more: a hundred million. */
export const LARGEST_COST: Micro = 10n ** 14n

/** Reads money that a person typed ("12.50"); null where it is no number or has more than six decimals. */
export function parseMoney(text: string): Micro | null {
  // As for credits, which have three more decimals.
  const nano = parseTyped(text)
  return nano === null || nano % NANO_PER_MICRO !== 0n ? null : nano / NANO_PER_MICRO
}

/** Money as the shortest exact decimal number: 1500000n is "1.5". */
export function moneyToText(amount: Micro): string {
  const size = amount < 0n ? -amount : amount
  const fraction = (size % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${size / 1_000_000n}${fraction === '' ? '' : `.${fraction}`}`
}

/** What credits cost, as a fraction: so much money for so many. */
export interface CreditCost {
  readonly costMicro: Micro
  readonly creditsNano: Nano
}

/** What an amount of credits costs, rounded to the nearest millionth, half away from zero. Integers alone. */
export function costOf(amount: Nano, { costMicro, creditsNano }: CreditCost): Micro {
  if (creditsNano <= 0n) return 0n
  const size = amount < 0n ? -amount : amount
  const cost = (size * costMicro * 2n + creditsNano) / (creditsNano * 2n)
  return amount < 0n ? -cost : cost
}

/** Whether two prices of a credit are the same. */
export const isSameCost = (a: CreditCost, b: CreditCost): boolean =>
  a.costMicro * b.creditsNano === b.costMicro * a.creditsNano

/** What one credit costs. */
export const costOfCredit = (cost: CreditCost): Micro => costOf(NANO_PER_CREDIT, cost)
