/** A column that holds sealed texts, and what each is bound to. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The column with the row's id. */
  readonly id: string
  /** The column with the team's id; null where the row belongs to no team. */
  readonly team: string | null
}

/**
 * Every column that the vault's sealed texts are stored in: a new master key wraps them all. Such a column's name begins
 * with "sealed", and a test compares this list with the models.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'Key', column: 'sealed', id: 'id', team: 'teamId' },
  { table: 'AlertChannel', column: 'sealed', id: 'id', team: 'teamId' },
  { table: 'Pepper', column: 'sealed', id: 'name', team: null },
]
