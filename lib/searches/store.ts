import type { Db, Tx } from '@/lib/db'
import { newId } from '@/lib/kernel'

/** The only file that names SavedSearch. */

export interface SearchColumns {
  readonly name: string
  readonly operation: string
  readonly subject: string
  readonly product: string | null
  readonly shared: boolean
  readonly environmentId: string | null
  readonly updatedAt: Date
}

export const insertSearch = (
  tx: Tx,
  row: SearchColumns & { teamId: string; ownerId: string; createdAt: Date },
) => tx.savedSearch.create({ data: { id: newId(), ...row } })

/** Own searches and those shared with the team: another member's private one is not there to be found. */
const visibleTo = (teamId: string, memberId: string) => ({
  teamId,
  deletedAt: null,
  OR: [{ ownerId: memberId }, { shared: true }],
})

export const selectSearches = (db: Db, teamId: string, memberId: string) =>
  db.savedSearch.findMany({ where: visibleTo(teamId, memberId), orderBy: [{ name: 'asc' }, { id: 'asc' }] })

export const selectSearch = (db: Db | Tx, teamId: string, memberId: string, id: string) =>
  db.savedSearch.findFirst({ where: { id, ...visibleTo(teamId, memberId) } })

export const updateSearchRow = async (
  tx: Tx,
  teamId: string,
  id: string,
  data: Partial<SearchColumns> & { deletedAt?: Date },
): Promise<number> =>
  (await tx.savedSearch.updateMany({ where: { id, teamId, deletedAt: null }, data })).count
