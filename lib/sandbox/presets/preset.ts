import type { Nano } from '@/lib/kernel'
import type { HttpAnswer, Refusal } from '../answers'
import type { Tweet, User } from '../catalogue'
import type { SandboxOperation } from '../operations'

/** A page as it was charged, before a preset writes it. */
export interface ChargedPage {
  readonly operation: SandboxOperation
  readonly items: readonly (Tweet | User)[]
  /** Null on the last page. */
  readonly nextCursor: string | null
  readonly chargeNano: Nano
}

/** One way to fill what the interface marks "not shown". */
export interface Preset {
  /** Endpoints / Search and followers: "paths … not shown". */
  readonly searchPath: string
  /** Path whose first group is the user, percent-encoded. */
  readonly followersPath: RegExp
  /** "The name of the search query parameter: not shown". */
  readonly queryParameter: string
  /** Limits / Page size: "default of count: not shown". */
  readonly defaultCount: number
  /** True if a count over the maximum is refused with 400; otherwise it is read as the maximum. */
  readonly refusesLargeCount: boolean
  /** Resources / Page: "fields of the items … and the name of the array that holds them: not shown". */
  writePage(page: ChargedPage): HttpAnswer
  /** Errors: "error body shape and status codes for other failures", and "unit of the retry-after value": not shown. */
  writeRefusal(refusal: Refusal, now: Date): HttpAnswer
}

export const isTweet = (item: Tweet | User): item is Tweet => 'text' in item

/** Returns the address of a post. */
export const linkTo = ({ id, author }: Tweet): string => `https://example.com/${author.username}/${id}`

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Writes an ISO 8601 time in the form "Wed Jan 06 18:40:40 +0000 2021". */
export function twitterTime(iso: string): string {
  const at = new Date(iso)
  const day = String(at.getUTCDate()).padStart(2, '0')
  const time = at.toISOString().slice(11, 19)
  return `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${day} ${time} +0000 ${at.getUTCFullYear()}`
}
