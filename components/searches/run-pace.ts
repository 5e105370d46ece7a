import { formatCount, formatDuration, formatRate, type Rate, requestsPerSecondOf } from '@/lib/kernel'

/** The capacity of a key. */
export interface Paced {
  /** Pack or plan, by the provider's names; null if it is not known. */
  readonly pack: string | null
  readonly rate: Rate
  /** Mean duration of an answer; null if none has come yet. */
  readonly answerMs: number | null
}

/** Describes what one run can carry, and what the key could: a run asks for a page when the previous one is here. */
export function describePace({ pack, rate, answerMs }: Paced): string {
  const requestsPerSecond = requestsPerSecondOf(rate)
  const could = `This key${pack === null ? '' : ` (${pack})`} allows ${formatRate(rate)}`
  if (answerMs === null) return `One run asks for a page when the one before is here. ${could}.`
  const each = 1000 / Math.max(1, answerMs)
  const pace = Math.min(each, requestsPerSecond)
  const shown = formatCount(pace < 10 ? Math.round(pace * 10) / 10 : Math.round(pace))
  const one = `One run buys up to about ${shown === '1' ? '1 page' : `${shown} pages`} a second: an answer takes ${formatDuration(answerMs)}`
  const runs = Math.floor(requestsPerSecond / each)
  return runs > 1 ? `${one}. ${could}, so about ${runs} runs fit side by side.` : `${one}. ${could}.`
}
