import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import type { Item } from '@/lib/upstream'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** A page's items as they are stored: JSON, deflated. The fastest level halves the time and costs a tenth in size. */
export const packItems = async (items: readonly Item[]): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await deflate(JSON.stringify(items), { level: 1 }))

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
  const json = page.packed ? (await inflate(page.packed)).toString('utf8') : page.items
  return json === null ? [] : stored.parse(JSON.parse(json))
}
