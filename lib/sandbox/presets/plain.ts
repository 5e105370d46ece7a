import { answerWith, refusalAnswer } from '../answers'
import { OPERATIONS, PAGE_FLOOR } from '../operations'
import type { Preset } from './preset'

/** Preset with the usual names, which Purser's own defaults fit. */
export const plain: Preset = {
  searchPath: '/v1/search',
  followersPath: /^\/v1\/users\/([^/]+)\/followers$/,
  queryParameter: 'q',
  defaultCount: PAGE_FLOOR,
  refusesLargeCount: false,
  writePage({ operation, items, nextCursor }) {
    const { array } = OPERATIONS[operation]
    return answerWith(nextCursor === null ? { [array]: items } : { [array]: items, next_cursor: nextCursor })
  },
  writeRefusal: (refusal) => refusalAnswer(refusal),
}
