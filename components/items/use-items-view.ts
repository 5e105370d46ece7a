'use client'

import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { ITEM_COLUMNS, USUAL_COLUMNS } from './item-columns'

const inUrl = {
  view: parseAsStringLiteral(['cards', 'table']).withDefault('cards'),
  text: parseAsString.withDefault(''),
  only: parseAsStringLiteral(['all', 'new', 'starred', 'noted', 'hidden']).withDefault('all'),
  sort: parseAsStringLiteral(['bought', 'newest', 'oldest', 'author']).withDefault('bought'),
  columns: parseAsArrayOf(parseAsStringLiteral(ITEM_COLUMNS)).withDefault([...USUAL_COLUMNS]),
}

/** Holds how the items of a run are shown, in the page's URL. */
export const useItemsView = () => useQueryStates(inUrl, { history: 'replace' })

export type ItemsView = ReturnType<typeof useItemsView>[0]
