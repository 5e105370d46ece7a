import { createHash } from 'node:crypto'
import type { LeavingEntry } from '../core/entry-store'
import { rollupOf } from '../core/entry-store'
import { MEASURES } from '../core/rollup-store'
import { readOutcome } from '../core/schemas'
import type { LeftRow, LeftSums } from './left-store'

/** The hash before the first entry. */
export const NO_ENTRY = ''

/**
 * Hashes an entry with its attempt and the hash of the previous entry, so that the result does not depend on how many
 * are read at once. It is the same on both engines.
 */
function hashOf(before: string, { attempt, ...entry }: LeavingEntry): string {
  const text = JSON.stringify([before, fieldsOf(entry), fieldsOf(attempt)])
  return createHash('sha256').update(text).digest('hex')
}

/** Returns the columns as pairs of name and value, ordered by name. */
const fieldsOf = (row: object): unknown[] =>
  Object.entries(row)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value])

/** Adds entries, in their order, to the sums and the hash of a stretch. */
export function withEntries(stretch: LeftRow, entries: readonly LeavingEntry[]): LeftRow {
  let { hash } = stretch
  const sums: { -readonly [Name in keyof LeftSums]: bigint } = { ...stretch }
  for (const entry of entries) {
    hash = hashOf(hash, entry)
    const added = rollupOf({ ...entry, outcome: readOutcome(entry.outcome), quarterHour: entry.quarter })
    for (const name of MEASURES) sums[name] += BigInt(added[name])
  }
  const last = entries.at(-1)
  return {
    ...stretch,
    ...sums,
    hash,
    entries: stretch.entries + BigInt(entries.length),
    firstId: stretch.firstId || (entries[0]?.id ?? ''),
    lastId: last?.id ?? stretch.lastId,
    lastAt: last?.at ?? stretch.lastAt,
  }
}
