import { packJson, unpackJson } from './packed-json'
import type { Item, PackedPage, Page, PageContent } from './types'

/** Wraps a page that was read in this thread, whose items are at hand. */
export const pageOf = ({ items, ...outline }: PageContent): Page => ({
  ...outline,
  items: () => Promise.resolve(items),
  packed: () => packJson(items),
})

/** Wraps a page that another thread read, whose items arrived packed. */
export const pageOfPacked = ({ packed, ...outline }: PackedPage): Page => ({
  ...outline,
  items: async (): Promise<Item[]> => JSON.parse(await unpackJson(packed)),
  packed: () => Promise.resolve(packed),
})
