import { LARGEST_AMOUNT, OPERATIONS, type Operation } from '@/lib/kernel'
import { readAmount } from './amount'
import { saysItFailed } from './failure-inside'
import type { Headers } from './http'
import { areUnread, toItem } from './items'
import { type JsonValue, textOf, valueAt } from './json'
import { findListing } from './listing'
import { failedInside, notUnderstood, toSet } from './problems'
import type { Provider } from './provider'
import { KEY_REMOVED } from './secrecy/without-key'
import type { Item, PageContent, PageOutline, ReadResult } from './types'
import { wordsIn } from './words'

/** Reads the body of a list response (upstream-interface, Resources / Page). Never throws. */
export function readPage(
  body: JsonValue,
  headers: Headers,
  operation: Operation,
  provider: Provider,
): ReadResult<PageContent> {
  const listing = findListing(body, operation, provider)
  if (saysItFailed(body, listing !== null))
    return { ok: false, problem: failedInside(wordsIn(body, provider), provider) }
  if (!listing)
    return {
      ok: false,
      problem: notUnderstood(
        'The upstream’s answer holds no list of items that Purser can find.',
        'unknown',
        toSet(`List of ${OPERATIONS[operation].noun}`),
      ),
    }
  const cursor = readCursor(valueAt(body, 'next_cursor') ?? valueAt(listing.around, 'next_cursor'), provider)
  const items = listing.items.map((item) => toItem(item, operation, provider))
  return {
    ok: true,
    value: {
      items,
      ...outlineOf(items, operation),
      // The items arrived and were charged: they count, whatever the cursor is.
      nextCursor: cursor ?? null,
      hasUnusableCursor: cursor === undefined,
      reportedChargeNano: reportedCharge(body, headers, provider),
    },
  }
}

/** What a run needs to know about the items to go on. */
export const outlineOf = (
  items: readonly Pick<Item, 'id' | 'text' | 'author' | 'createdAt'>[],
  operation: Operation,
): Pick<PageOutline, 'ids' | 'lastCreatedAt' | 'isUnread'> => ({
  ids: items.map(({ id }) => id),
  lastCreatedAt: items.findLast(({ createdAt }) => createdAt !== null)?.createdAt ?? null,
  isUnread: areUnread(items, operation),
})

/** The cursor, unchanged. Null on the last page, where it is absent or empty. Undefined if it is not a cursor. */
function readCursor(value: JsonValue | undefined, { limits }: Provider): string | null | undefined {
  if (value === undefined || value === null || value === '' || value === false) return null
  const text = textOf(value)
  // One that held the key does not lead on any more.
  const isCursor = text !== null && text.length <= limits.cursorCharacters && !text.includes(KEY_REMOVED)
  return isCursor ? text : undefined
}

function reportedCharge(body: JsonValue, headers: Headers, provider: Provider): bigint | null {
  const { chargeHeader, chargeField } = provider
  const inHeader = chargeHeader === null ? undefined : headers.get(chargeHeader)
  const charge =
    readAmount(inHeader?.trim()) ?? (chargeField === null ? null : readAmount(valueAt(body, chargeField)))
  // What cannot be a page's charge does not count as told: the page is booked by its price.
  return charge !== null && charge >= 0n && charge <= LARGEST_AMOUNT ? charge : null
}
