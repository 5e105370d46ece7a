import type { Answer, Page } from '@/lib/upstream/client'

/** A page with its items loaded. */
export type ReadPage = Omit<Page, 'items' | 'packed'> & {
  readonly items: Awaited<ReturnType<Page['items']>>
}

/** Returns an answer whose page holds its items, so that it can be compared and searched as a whole. */
export async function withItems(answer: Answer<Page>): Promise<Answer<ReadPage>> {
  if (!answer.ok) return answer
  const { items, packed: _, ...outline } = answer.value
  return { ...answer, value: { ...outline, items: await items() } }
}
