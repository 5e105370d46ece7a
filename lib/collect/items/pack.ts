import { z } from 'zod'
import { type Item, packJson, unpackJson } from '@/lib/upstream/client'

/** A page's items as they are stored; a `PageDigest` holds them so already. */
export const packItems = (items: readonly Item[]): Promise<Uint8Array<ArrayBuffer>> => packJson(items)

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

/** An item as it was stored, with what the upstream sent. */
export type StoredItem = z.output<typeof stored>[number]

/** The items of a stored page; none once they were deleted. Pages of before they were packed hold plain JSON. */
export async function unpackItems(page: {
  readonly items: string | null
  readonly packed: Uint8Array | null
}): Promise<StoredItem[]> {
  const json = page.packed ? await unpackJson(page.packed) : page.items
  return json === null ? [] : stored.parse(JSON.parse(json))
}
