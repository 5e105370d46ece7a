/** A column that holds sealed texts, and the ids that each is bound to. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** Column with the row's id. */
  readonly id: string
  /** Column with the team's id; null if the row belongs to no team. */
  readonly team: string | null
}

/**
 * Every column in which the vault's sealed texts are stored; a new master key wraps them all. Such a column's name
 * begins with "sealed", and a test compares this list with the models.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'Key', column: 'sealed', id: 'id', team: 'teamId' },
  { table: 'AlertChannel', column: 'sealed', id: 'id', team: 'teamId' },
  { table: 'Pepper', column: 'sealed', id: 'name', team: null },
]
