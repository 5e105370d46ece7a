import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib'
import { z } from 'zod'
import type { Item } from '@/lib/upstream'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)

/** The fastest level halves the time and costs a tenth in size. */
const FASTEST = { level: 1, chunkSize: 65_536 } as const
/** Up to so many characters a detour by another thread costs more of this one's time than the work itself. */
const SMALL = 200_000

/** A page's items as they are stored: JSON, deflated. */
export async function packItems(items: readonly Item[]): Promise<Uint8Array<ArrayBuffer>> {
  const json = JSON.stringify(items)
  return new Uint8Array(json.length < SMALL ? deflateRawSync(json, FASTEST) : await deflate(json, FASTEST))
}

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
