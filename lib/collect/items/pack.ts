import { z } from 'zod'
import { unpackJson } from '@/lib/upstream/client'

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
