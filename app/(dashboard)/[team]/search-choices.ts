import { findSearches, findSearchesInput, listSearchNames } from '@/lib/collect/searches'
import type { TeamCtx } from '@/lib/platform/db'

/** Returns the first page of saved searches and the chosen one: a team may have thousands. */
export async function searchChoices(ctx: TeamCtx, chosen: string | undefined) {
  const [{ searches }, names] = await Promise.all([
    findSearches(ctx, findSearchesInput.parse({})),
    listSearchNames(ctx, chosen === undefined ? [] : [chosen]),
  ])
  const first = searches.map(({ id, name }) => ({ id, name }))
  return [
    ...first,
    ...[...names].flatMap(([id, name]) => (first.some((one) => one.id === id) ? [] : { id, name })),
  ]
}
