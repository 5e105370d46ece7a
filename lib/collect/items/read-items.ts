import { z } from 'zod'
import type { Db, TeamCtx, Tx } from '@/lib/platform/db'
import { type Item, unpackJson } from '@/lib/upstream/client'
import {
  selectDeletedPageIds,
  selectOldestReusedAt,
  selectPageContents,
  selectPageHeads,
  selectPagePurchases,
} from './store'

/** An item for the interface; the upstream's other fields stay in the store. */
export interface ItemView extends Omit<Item, 'raw'> {
  /** Its index in the run, from 0, in original order. */
  readonly place: number
  /** True if no earlier run with the same question had this item. */
  readonly isNew: boolean
}

export type PageHead = Awaited<ReturnType<typeof selectPageHeads>>[number] & {
  /** True if its items were deleted. */
  readonly isDeleted: boolean
}

/** An item with everything that the upstream sent. */
export type RawItem = ItemView & Pick<StoredItem, 'raw'>

/** Number of pages that are open at a time, so that a run of any size needs limited memory. */
const PAGES_AT_ONCE = 20

/** Returns a run's pages without their content, in order. */
export async function listPageHeads(ctx: TeamCtx, runId: string): Promise<PageHead[]> {
  const [heads, ids] = await Promise.all([
    selectPageHeads(ctx.db, ctx.team.id, runId),
    selectDeletedPageIds(ctx.db, ctx.team.id, runId),
  ])
  const deleted = new Set(ids)
  return heads.map((head) => ({ ...head, isDeleted: deleted.has(head.attemptId) }))
}

/** Returns when, and by which runs, the items of pages were bought. */
export const listPagePurchases = (ctx: TeamCtx, heads: readonly PageHead[]) =>
  selectPagePurchases(ctx.db, ctx.team.id, [...new Set(heads.map(idOfContent))])

/** Yields the items of a run's pages in order, a few pages at a time. Deleted items are left out. */
export async function* walkItems(
  ctx: TeamCtx,
  heads: readonly PageHeadWithOffset[],
): AsyncGenerator<RawItem[]> {
  for (let from = 0; from < heads.length; from += PAGES_AT_ONCE) {
    const some = heads.slice(from, from + PAGES_AT_ONCE)
    const ids = [...new Set(some.map(idOfContent))]
    const contents = new Map(
      (await selectPageContents(ctx.db, ctx.team.id, ids)).map((row) => [row.attemptId, row]),
    )
    for (const head of some) {
      const content = contents.get(idOfContent(head))
      const items = content ? await unpackItems(content) : []
      yield items.map((item, at) => ({
        ...item,
        raw: item.raw,
        place: head.place + at,
        isNew: isMarked(head.news, at),
      }))
    }
  }
}

/** A range of a run's new items, by their index among them: from one up to but excluding another. */
export interface NewItemRange {
  readonly from: number
  readonly to: number
}

const countMarks = (marks: string): number => marks.split('1').length - 1

/** Returns the number of new items that a run's pages brought, deleted ones included. */
export async function countNewItems(db: Db | Tx, teamId: string, runId: string): Promise<number> {
  const heads = await selectPageHeads(db, teamId, runId)
  return heads.reduce((sum, { news }) => sum + countMarks(news), 0)
}

/** Returns a range of a run's new items, in original order. Deleted ones are left out, and no index shifts. */
export async function readNewItems(
  ctx: TeamCtx,
  runId: string,
  { from, to }: NewItemRange,
): Promise<ItemView[]> {
  const heads = withItemOffsets(await listPageHeads(ctx, runId))
  const within: { readonly head: PageHeadWithOffset; readonly first: number }[] = []
  let first = 0
  for (const head of heads) {
    const next = first + countMarks(head.news)
    if (next > from && first < to && next > first) within.push({ head, first })
    first = next
  }
  const found: ItemView[] = []
  for (const { head, first } of within)
    for await (const items of walkItems(ctx, [head]))
      found.push(
        ...items
          .filter(({ isNew }) => isNew)
          .slice(Math.max(0, from - first), to - first)
          .map(omitRawFields),
      )
  return found
}

/** A page's head with the index of its first item in the run. */
export type PageHeadWithOffset = PageHead & { readonly place: number }

/** Yields the items of a run's first pages, a page at a time. Deleted items are left out. */
export async function* walkFirstPages(
  ctx: TeamCtx,
  runId: string,
  pages: number,
): AsyncGenerator<ItemView[]> {
  const heads = await selectPageHeads(ctx.db, ctx.team.id, runId, pages)
  for (const head of withItemOffsets(heads.map((head) => ({ ...head, isDeleted: false })))) {
    for await (const items of walkItems(ctx, [head])) yield items.map(omitRawFields)
  }
}

export function withItemOffsets(heads: readonly PageHead[]): PageHeadWithOffset[] {
  let index = 0
  return heads.map((head) => {
    const placed = { ...head, place: index }
    index += head.itemCount
    return placed
  })
}

const idOfContent = ({ attemptId, sourceId }: PageHead): string => sourceId ?? attemptId

/** Returns whether a page's marks say that the item at an index is new. */
const isMarked = (marks: string, at: number): boolean => marks[at] === '1'

/**
 * Converts a page's items for the interface, from an index in the run on; an item is new if the page's marks say so.
 */
export const toItemViews = (items: readonly StoredItem[], index: number, marks: string): ItemView[] =>
  items.map(({ raw: _, ...item }, at) =>
    shortenedItem({ ...item, place: index + at, isNew: isMarked(marks, at) }),
  )

/** Returns the items of a page that was bought earlier; none after their deletion. */
export async function readBoughtItems(ctx: TeamCtx, pageId: string): Promise<StoredItem[]> {
  const [content] = await selectPageContents(ctx.db, ctx.team.id, [pageId])
  return content ? unpackItems(content) : []
}

/** Returns the time of the oldest content that a run took from pages bought earlier; null if it took none. */
export const findOldestReusedAt = (ctx: TeamCtx, runId: string): Promise<Date | null> =>
  selectOldestReusedAt(ctx.db, ctx.team.id, runId)

/** Returns an item as pages show it, without the upstream's other fields. */
export const omitRawFields = ({ raw: _, ...item }: RawItem): ItemView => shortenedItem(item)

/**
 * Maximum length of a text in a page: an item may have megabytes, and a page holds hundreds of items. Files hold the
 * whole text.
 */
const MAX_SHOWN_LENGTH = 20_000

/** Returns an item with its texts shortened to what a page shows. */
export function shortenedItem<Shown extends Pick<ItemView, 'text' | 'author' | 'link'>>(item: Shown): Shown {
  const { text, author, link } = item
  const { id, handle, name } = author
  if ([text, id, handle, name, link].every((each) => (each?.length ?? 0) <= MAX_SHOWN_LENGTH)) return item
  return {
    ...item,
    text: shortened(text),
    author: { id: id && shortened(id), handle: handle && shortened(handle), name: name && shortened(name) },
    // Half a URL leads elsewhere.
    link: link !== null && link.length > MAX_SHOWN_LENGTH ? null : link,
  }
}

const shortened = (text: string): string =>
  text.length <= MAX_SHOWN_LENGTH
    ? text
    : `${text.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}… (${text.length - MAX_SHOWN_LENGTH} more characters: export the run to read them)`

const text = z.string().nullable()
const stored = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    author: z.object({ id: text, handle: text, name: text }),
    createdAt: text,
    link: text,
    raw: z.unknown(),
  }),
)

/** An item as it is stored, with what the upstream sent; packed by `Page.packed`. */
export type StoredItem = z.output<typeof stored>[number]

/** Returns the items of a stored page; none after their deletion. */
export const unpackItems = async ({
  packed,
}: {
  readonly packed: Uint8Array | null
}): Promise<StoredItem[]> => (packed ? stored.parse(JSON.parse(await unpackJson(packed))) : [])
