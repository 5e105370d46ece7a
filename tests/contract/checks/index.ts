import type { Check } from '../suite/check'
import { CHARGING_CHECKS } from './charging'
import { ERROR_CHECKS } from './errors'
import { KEY_CHECKS } from './key-check'
import { FOLLOWER_CHECKS, SEARCH_CHECKS, TIMELINE_CHECKS } from './lists'
import { PAGE_SIZE_CHECKS } from './page-size'
import { PAGINATION_CHECKS } from './pagination'
import { RATE_LIMIT_CHECKS } from './rate-limit'

/**
 * Every check, in the order that makes most of a small budget: the largest pages while little is spent, the
 * rate limit last. Later checks use pages that earlier ones bought.
 */
export const CHECKS: readonly Check[] = [
  ...KEY_CHECKS,
  ...ERROR_CHECKS,
  ...FOLLOWER_CHECKS,
  ...TIMELINE_CHECKS,
  ...SEARCH_CHECKS,
  ...PAGINATION_CHECKS,
  ...CHARGING_CHECKS,
  ...PAGE_SIZE_CHECKS,
  ...RATE_LIMIT_CHECKS,
]
