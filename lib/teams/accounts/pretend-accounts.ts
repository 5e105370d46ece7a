import { newId } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import { deleteUsersOf, insertPretendUsers } from './store'

/**
 * Returns the mail domain of an example's people. No mail can go there (RFC 2606), and the random end of the id
 * identifies the example.
 */
const domainOf = (teamId: string): string => `${teamId.slice(-12)}.example.invalid`

/** Creates the accounts of an example's people. Nobody can sign in with one, and no list of accounts shows it. */
export async function addPretendAccounts<Person extends { readonly name: string }>(
  tx: Tx,
  teamId: string,
  people: readonly Person[],
  at: Date,
): Promise<(Person & { readonly id: string })[]> {
  const made = people.map((person) => ({ ...person, id: newId() }))
  const rows = made.map(({ id, name }) => {
    const local = name.toLowerCase().replaceAll(/[^a-z]+/g, '.')
    return { id, name, email: `${local}@${domainOf(teamId)}` }
  })
  await insertPretendUsers(tx, rows, at)
  return made
}

/** Deletes the accounts of an example's people, once they are in no team. */
export const deletePretendAccounts = (db: Db, teamId: string) => deleteUsersOf(db, domainOf(teamId))
