import type { TeamCtx } from '@/lib/platform/db'
import {
  audiencePrefix,
  firstIdOf,
  type IndexedItem,
  idSpan,
  momentOfId,
  parseIndexedItem,
} from './index-items'
import { listHiddenItemIds } from './marks'
import { parseTypedWords, searchWord } from './words'
import { countMatches, countUnindexedPages, selectFoundItems, selectMatches } from './words-store'

/** Words to look for, and the searches and times of purchase to look in. */
export interface WordsSelection {
  readonly words: string
  readonly searchId?: string | undefined
  readonly from: Date
  readonly to: Date
}

/** An item that has the words. */
export interface IndexedItemView extends IndexedItem {
  readonly id: string
  /** When it was first bought, and by which run. */
  readonly boughtAt: Date
  readonly runId: string
}

/** Returns the query that each engine understands; null if nothing that was typed is a word. */
function queryOf({ team, actor }: TeamCtx, { words: typed, searchId, from, to }: WordsSelection) {
  const typedWords = parseTypedWords(typed)
  if (typedWords.length === 0) return null
  const words = [...typedWords, ...(searchId === undefined ? [] : [searchWord(searchId)])]
  const alternatives = ['', actor.memberId].map((audience) =>
    words.map((word) => audiencePrefix(team.id, audience) + word),
  )
  return { alternatives, from: firstIdOf(from), to: firstIdOf(to) }
}

/**
 * Returns the items that the member may see and that have all the words, those bought last first, after a position.
 * Items that the team has hidden are left out, so that there may be fewer than `limit`.
 */
export async function listIndexedItems(
  ctx: TeamCtx,
  selection: WordsSelection,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly items: readonly IndexedItemView[]; readonly next: string | null }> {
  const query = queryOf(ctx, selection)
  if (!query) return { items: [], next: null }
  const last = after === undefined ? query.to : BigInt(after)
  const ids = await selectMatches(ctx.db, { ...query, to: last < query.to ? last : query.to }, limit + 1)
  const shown = ids.slice(0, limit)
  const rows = await selectFoundItems(ctx.db, ctx.team.id, ctx.actor.memberId, shown)
  const hidden = new Set(
    await listHiddenItemIds(
      ctx,
      rows.map(({ itemId }) => itemId),
    ),
  )
  return {
    items: rows
      .filter(({ itemId }) => !hidden.has(itemId))
      .map(({ id, itemId, item, runId }) => ({
        ...parseIndexedItem(item),
        id: itemId,
        boughtAt: momentOfId(BigInt(id)),
        runId,
      })),
    next: ids.length > limit ? String(shown.at(-1)) : null,
  }
}

/** Maximum number of items that a chart counts. */
const MAX_COUNTED = 20_000

/** Items that have the words, by spans of time. */
export interface CountedItems {
  readonly spans: readonly { readonly at: Date; readonly count: number }[]
  /** True if there are more, and only the newest ones were counted. */
  readonly isPart: boolean
}

/** Counts the items that have all the words, by spans of time that begin at multiples of `spanMs` since 1970. */
export async function countIndexedItems(
  ctx: TeamCtx,
  selection: WordsSelection,
  spanMs: number,
): Promise<CountedItems> {
  const query = queryOf(ctx, selection)
  const found = query ? await countMatches(ctx.db, query, idSpan(spanMs), MAX_COUNTED) : []
  return {
    spans: found.map(({ span, count }) => ({ at: new Date(span * spanMs), count })),
    isPart: found.reduce((sum, { count }) => sum + count, 0) >= MAX_COUNTED,
  }
}

const MAX_WAITING = 1000

/** The team's pages whose items cannot be found by their words yet. */
export interface WaitingItems {
  readonly pages: number
  /** True if there are more pages than that. */
  readonly hasMore: boolean
  /** All pages bought before are indexed; null if none waits. */
  readonly since: Date | null
}

export async function getWaitingItems({ db, team }: TeamCtx): Promise<WaitingItems> {
  const { pages, since } = await countUnindexedPages(db, team.id, MAX_WAITING + 1)
  return { pages: Math.min(pages, MAX_WAITING), hasMore: pages > MAX_WAITING, since }
}
