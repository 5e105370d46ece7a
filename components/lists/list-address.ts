import type { Sorting } from '@/components/ui'

/** The URL parameters that say which part of a list is shown, and in which order. */
export type ListParams = Readonly<Record<string, string | undefined>>

const MAX_LENGTH = 100

/** Reads parameters of a list that is read whole; a repeated or oversized one is ignored. */
export const listParams = (
  given: Readonly<Record<string, string | string[] | undefined>>,
  names: readonly string[],
): ListParams =>
  Object.fromEntries(
    names.map((name) => {
      const value = given[name]
      return [
        name,
        typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH ? value : undefined,
      ]
    }),
  )

/** Returns the URL of a list with some parameters changed. It leads to the first page unless a position is given. */
export function listHref(base: string, params: ListParams, changes: ListParams = {}): string {
  const all = { ...params, after: undefined, before: undefined, ...changes }
  const given = Object.entries(all).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length === 0 ? base : `${base}?${new URLSearchParams(given)}`
}

/** A column by which a list can be sorted. */
export interface Sort {
  readonly key: string
  readonly label: string
  /** True if the largest or latest come first when its head is pressed. */
  readonly isDownFirst?: boolean
}

/** Returns what a table needs to be sorted by its heads: a press on the sorted one reverses the order. */
export function sortingOf(base: string, params: ListParams, sorts: readonly Sort[], usual?: string): Sorting {
  const current = params.sort ?? usual ?? null
  const hrefs = sorts.map(({ key, isDownFirst }) => {
    const [first, second] = isDownFirst ? [`-${key}`, key] : [key, `-${key}`]
    const next = current === first ? second : first
    return [key, listHref(base, params, { sort: next === usual ? undefined : next })]
  })
  return { current, hrefs: Object.fromEntries(hrefs) }
}
