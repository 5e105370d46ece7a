import { formatCount, formatDuration, plural } from '@/lib/kernel'

/** What a key can carry. */
export interface Paced {
  /** Null for a rate that is no pack's. */
  readonly pack: string | null
  readonly requestsPerSecond: number
  /** How long an answer takes on average; null where none came yet. */
  readonly answerMs: number | null
}

/** What one run can carry, and what the key's pack could: a run asks for a page when the one before is here. */
export function describePace({ pack, requestsPerSecond, answerMs }: Paced): string {
  const could = `${pack === null ? 'This key allows' : `The pack ${pack} allows`} ${plural(requestsPerSecond, 'request')} a second`
  if (answerMs === null) return `One run asks for a page when the one before is here. ${could}.`
  const each = 1000 / Math.max(1, answerMs)
  const pace = Math.min(each, requestsPerSecond)
  const shown = formatCount(pace < 10 ? Math.round(pace * 10) / 10 : Math.round(pace))
  const one = `One run buys up to about ${shown === '1' ? '1 page' : `${shown} pages`} a second: an answer takes ${formatDuration(answerMs)}`
  const runs = Math.floor(requestsPerSecond / each)
  return runs > 1 ? `${one}. ${could}, so about ${runs} runs fit side by side.` : `${one}. ${could}.`
}
