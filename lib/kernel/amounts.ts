/**
 * Credits in billionths, the only unit in which amounts are stored and summed: 1 credit = 1,000,000,000 nano-credits.
 */
export type Nano = bigint

/** Sorts amounts in ascending order. */
export const compareNano = (a: Nano, b: Nano): number => (a < b ? -1 : a > b ? 1 : 0)

/** Number of decimals that are kept of a credit. */
const DECIMALS = 9

export const NANO_PER_CREDIT = 10n ** BigInt(DECIMALS)

/**
 * Maximum for any amount that is typed or reported for a page: a hundred million credits, so that sums of many fit
 * into 64 bits.
 */
export const MAX_AMOUNT: Nano = 10n ** 17n
/** Maximum price of an item: a hundred thousand credits. */
export const PRICE_LIMIT: Nano = 10n ** 14n

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Reads a decimal number of credits ("12.5", "-3e-2") as nano-credits. Returns null if the text is not a number.
 * Digits past the ninth decimal are rounded half away from zero; no floating point is involved.
 */
export function parseNano(text: string): Nano | null {
  const match = DECIMAL.exec(text.trim())
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  if (whole === '' && fraction === '') return null
  const scale = DECIMALS - fraction.length + Number(exponent)
  const digits = BigInt(whole + fraction)
  const magnitude = scale >= 0 ? digits * 10n ** BigInt(scale) : divideRounded(digits, 10n ** BigInt(-scale))
  return sign === '-' ? -magnitude : magnitude
}

/** Digits with at most one decimal point, and a minus sign for what is owed. */
const TYPED = /^-?(?:\d+(?:\.(\d*))?|\.(\d+))$/

/**
 * Reads a number of credits that a person typed. Unlike `parseNano`, it also returns null for an exponent, since
 * nobody means a thousand by "1e3", and for more decimals than are kept, so that none is dropped silently.
 */
export function parseTypedCredits(text: string): Nano | null {
  const match = TYPED.exec(text.trim())
  const decimals = (match?.[1] ?? match?.[2] ?? '').replace(/0+$/, '')
  return match && decimals.length <= DECIMALS ? parseNano(text) : null
}

/** Converts nano-credits to a number of credits for charts. The result is not exact. */
export const toCredits = (amount: Nano): number => Number(amount) / Number(NANO_PER_CREDIT)

/** Writes nano-credits as the shortest exact decimal number of credits: 1500000000n is "1.5". */
export function nanoToText(amount: Nano): string {
  const magnitude = amount < 0n ? -amount : amount
  const fraction = (magnitude % NANO_PER_CREDIT).toString().padStart(DECIMALS, '0').replace(/0+$/, '')
  const whole = (magnitude / NANO_PER_CREDIT).toString()
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Returns the price of `items` items at `priceNano` nano-credits each. */
export const chargeForItems = (items: number, priceNano: Nano): Nano => BigInt(items) * priceNano

const divideRounded = (value: bigint, by: bigint): bigint => (value + by / 2n) / by
