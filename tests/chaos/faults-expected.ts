import type { FaultName } from '@/lib/sandbox'

type Outcome = 'SETTLED' | 'FREE' | 'UNKNOWN'

export interface Expected {
  /** Every attempt ends in one of these. */
  readonly outcomes: readonly Outcome[]
  /** How a run stands afterwards: an end reason, the kind of a problem, or `goes_on`. */
  readonly stands: readonly string[]
  /** Attempts per run; 1 unless given. */
  readonly attempts?: number
  /** The fault is one of silence: the client gives up after a short time, so that 200 of them are soon over. */
  readonly isSilent?: true
  /** How many pages a caller asks for at most; 1 unless given. */
  readonly pages?: number
  /** The key info is asked for, not pages. */
  readonly isKeyInfo?: true
}

const unknown = (stands: string): Expected => ({ outcomes: ['UNKNOWN'], stands: [stands] })
const silent: Expected = { ...unknown('out_of_reach'), isSilent: true }
const throttled: Expected = { outcomes: ['FREE'], stands: ['rate_limited'], attempts: 4 }
const goesOn: Expected = { outcomes: ['SETTLED'], stands: ['goes_on'] }

/**
 * What each fault must become on the ledger. UNKNOWN wherever the service may have charged and no answer tells: a 500
 * that came before the charge cannot be told from one that came after it.
 */
export const EXPECTED: Readonly<Record<FaultName, Expected>> = {
  '500-before-charge': unknown('upstream_down'),
  '500-after-charge': unknown('upstream_down'),
  '502-html-before-charge': unknown('upstream_down'),
  '502-html-after-charge': unknown('upstream_down'),
  '503-before-charge': unknown('upstream_down'),
  '503-after-charge': unknown('upstream_down'),
  // Those whose request was cut may have been charged; those who could not connect were not.
  'connection-refused': { outcomes: ['FREE', 'UNKNOWN'], stands: ['out_of_reach'] },
  'reset-before-charge': unknown('out_of_reach'),
  'reset-after-charge': unknown('out_of_reach'),
  'body-cut-short': unknown('out_of_reach'),
  'not-http': unknown('not_understood'),
  'stalled-headers': silent,
  'stalled-body': silent,
  'truncated-json': unknown('not_understood'),
  'malformed-json': unknown('not_understood'),
  'items-not-an-array': unknown('not_understood'),
  'cursor-a-number': goesOn,
  'cursor-not-a-text': { outcomes: ['SETTLED'], stands: ['unusable_cursor'] },
  'key-info-wrong-types': { outcomes: [], stands: ['refused to believe it'], attempts: 0, isKeyInfo: true },
  'more-than-asked': goesOn,
  'more-than-maximum': goesOn,
  'repeated-cursor': { outcomes: ['SETTLED'], stands: ['repeated_cursor'], attempts: 2, pages: 5 },
  'endless-pages': { outcomes: ['SETTLED'], stands: ['repeated_page'], attempts: 2, pages: 5 },
  'empty-page-with-cursor': { outcomes: ['SETTLED'], stands: ['goes_on'], attempts: 5, pages: 5 },
  'slow-body': silent,
  'huge-body': unknown('not_understood'),
  'gzip-bomb': unknown('not_understood'),
  redirect: { outcomes: ['FREE'], stands: ['not_understood'] },
  '429-storm': throttled,
  '429-without-retry-after': throttled,
  '429-retry-after-zero': throttled,
  '429-retry-after-negative': throttled,
  '429-retry-after-absurd': throttled,
  '429-retry-after-past': throttled,
  'clock-behind': throttled,
  'clock-ahead': throttled,
}
