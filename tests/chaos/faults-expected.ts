import type { FaultName } from '@/lib/sandbox'

type Outcome = 'SETTLED' | 'FREE' | 'UNKNOWN'

export interface Expected {
  /** Outcomes that the attempts may have. */
  readonly outcomes: readonly Outcome[]
  /** State of a run afterwards: an end reason, the kind of a problem, or `goes_on`. */
  readonly stands: readonly string[]
  /** Attempts per run; 1 unless given. */
  readonly attempts?: number
  /**
   * True if the fault is a silence: the client then gives up after a short time, so that 200 of them end
   * soon.
   */
  readonly isSilent?: true
  /** Maximum number of pages that a caller requests; 1 unless given. */
  readonly pages?: number
  /** True if the fault concerns the key info instead of pages. */
  readonly isKeyInfo?: true
}

const unknown = (stands: string): Expected => ({ outcomes: ['UNKNOWN'], stands: [stands] })
const silent: Expected = { ...unknown('out_of_reach'), isSilent: true }
const throttled: Expected = { outcomes: ['FREE'], stands: ['rate_limited'], attempts: 4 }
const goesOn: Expected = { outcomes: ['SETTLED'], stands: ['goes_on'] }

/**
 * The outcome of each fault on the ledger. It is UNKNOWN wherever the service may have charged without an
 * answer: a 500 before the charge looks like one after it.
 */
export const EXPECTED: Readonly<Record<FaultName, Expected>> = {
  '500-before-charge': unknown('upstream_down'),
  '500-after-charge': unknown('upstream_down'),
  '502-html-before-charge': unknown('upstream_down'),
  '502-html-after-charge': unknown('upstream_down'),
  '503-before-charge': unknown('upstream_down'),
  '503-after-charge': unknown('upstream_down'),
  // A request that was cut off may have been charged; a connection that was never made was not.
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
