import { compareByName, foldText } from '@/lib/kernel'
import type { ListParams } from './list-address'

type Sortable = string | number | bigint | Date | null

export interface Arrangement<Row> {
  /** The words by which a row is found. */
  words(row: Row): string
  /** Readers of the choices of each filter that a row has. */
  readonly filters?: Readonly<Record<string, (row: Row) => string | null | readonly string[]>>
  /** Readers of the value by which a row is sorted, by column. Rows without it come last. */
  readonly sorts: Readonly<Record<string, (row: Row) => Sortable>>
}

/** Returns the rows of a list that was read whole as its URL asks for them. Without a sorting they keep their order. */
export function arrange<Row>(
  rows: readonly Row[],
  { text, sort, ...picked }: ListParams,
  { words, filters = {}, sorts }: Arrangement<Row>,
): readonly Row[] {
  const wanted = foldText(text ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const found = rows.filter((row) => {
    const own = wanted.length > 0 ? foldText(words(row)) : ''
    return (
      wanted.every((word) => own.includes(word)) &&
      Object.entries(filters).every(([name, of]) => {
        const value = picked[name]
        return value === undefined || [of(row)].flat().includes(value)
      })
    )
  })
  const isDown = sort?.startsWith('-') ?? false
  const of = sorts[(isDown ? sort?.slice(1) : sort) ?? '']
  if (!of) return found
  return [...found].sort((one, other) => {
    const [a, b] = [of(one), of(other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return compare(a, b) * (isDown ? -1 : 1)
  })
}

function compare(a: NonNullable<Sortable>, b: NonNullable<Sortable>): number {
  if (typeof a === 'string' && typeof b === 'string') return compareByName({ name: a }, { name: b })
  return a < b ? -1 : a > b ? 1 : 0
}
