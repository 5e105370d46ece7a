import { packJson, unpackJson } from './packed-json'
import type { Item, PackedPage, Page, PageContent } from './types'

/** A page that was read in this thread: its items are at hand. */
export const pageOf = ({ items, ...outline }: PageContent): Page => ({
  ...outline,
  items: () => Promise.resolve(items),
  packed: () => packJson(items),
})

/** A page that another thread has read: its items arrived packed. */
export const pageOfPacked = ({ packed, ...outline }: PackedPage): Page => ({
  ...outline,
  items: async (): Promise<Item[]> => JSON.parse(await unpackJson(packed)),
  packed: () => Promise.resolve(packed),
})
