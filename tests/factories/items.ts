import type { ItemView } from '@/lib/collect/items'
import { itemsInput, listRunItems } from '@/lib/collect/runs'
import type { TeamCtx } from '@/lib/platform/db'

/** All items of a run, as they came, a window at a time. */
export async function itemsOf(ctx: TeamCtx, runId: string): Promise<ItemView[]> {
  const items: ItemView[] = []
  for (;;) {
    const input = itemsInput.parse({ runId, from: items.length, count: 500 })
    const window = await listRunItems(ctx, input)
    items.push(...window.items)
    if (window.items.length < 500) return items
  }
}
