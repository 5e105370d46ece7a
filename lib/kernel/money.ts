import { NANO_PER_CREDIT, type Nano, parseTypedCredits } from './amounts'

/** Money in millionths of a currency's unit, the only unit in which it is stored: 1 EUR = 1,000,000. */
export type Micro = bigint

const NANO_PER_MICRO = 1000n
/** Maximum cost of a top-up or pack: a hundred million. */
export const MAX_COST: Micro = 10n ** 14n

/** Reads money that a person typed ("12.50"). Returns null if it is not a number or has more than six decimals. */
export function parseMoney(text: string): Micro | null {
  // Credits have three more decimals, so parse as credits and reject what would not fit.
  const nano = parseTypedCredits(text)
  return nano === null || nano % NANO_PER_MICRO !== 0n ? null : nano / NANO_PER_MICRO
}

/** Writes money as the shortest exact decimal number: 1500000n is "1.5". */
export function moneyToText(amount: Micro): string {
  const size = amount < 0n ? -amount : amount
  const fraction = (size % 1_000_000n).toString().padStart(6, '0').replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${size / 1_000_000n}${fraction === '' ? '' : `.${fraction}`}`
}

/** A cost of credits as a fraction: the money paid for an amount of credits. */
export interface CreditCost {
  readonly costMicro: Micro
  readonly creditsNano: Nano
}

/**
 * Returns the cost of an amount of credits, rounded to the nearest millionth, half away from zero. Uses integers only.
 */
export function costOfAmount(amount: Nano, { costMicro, creditsNano }: CreditCost): Micro {
  if (creditsNano <= 0n) return 0n
  const size = amount < 0n ? -amount : amount
  const cost = (size * costMicro * 2n + creditsNano) / (creditsNano * 2n)
  return amount < 0n ? -cost : cost
}

/** Returns whether two fractions give the same cost per credit. */
export const isSameCost = (a: CreditCost, b: CreditCost): boolean =>
  a.costMicro * b.creditsNano === b.costMicro * a.creditsNano

/** Returns the cost of one credit. */
export const costOfCredit = (cost: CreditCost): Micro => costOfAmount(NANO_PER_CREDIT, cost)
