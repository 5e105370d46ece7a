import {
  createSearch,
  getSearch,
  type SearchFields,
  type SearchView,
  updateSearch,
} from '@/lib/collect/searches'
import { conflict, OPERATIONS } from '@/lib/kernel'
import { listMembers } from '@/lib/teams/teams'
import type { ProvisionParts } from './parts'
import { atPlace } from './place'
import { provisionNamed } from './places'
import type { ProvisionedSearch } from './schemas'
import type { TeamWork } from './team-work'

/** Saves the searches that never existed, shared with the team, and changes the others to what the file says. */
export async function provisionSearches(
  parts: ProvisionParts,
  work: TeamWork,
  searches: readonly ProvisionedSearch[],
): Promise<void> {
  const { ctx, place, references } = work
  for (const [index, given] of searches.entries()) {
    await atPlace([...place, 'searches', index], given, async () => {
      const fields = await fieldsOf(work, given)
      if (!fields) return references.note('search', given.name, { is: 'gone' })
      const state = await provisionNamed(parts, work, { kind: 'search', name: given.name }, async () =>
        createSearch(ctx, fields, {
          ownerId: await ownerOf(work, given.owner),
          services: parts.access.upstreams,
        }),
      )
      if (state.is !== 'there' || isSame(await getSearch(ctx, state.id), fields)) return
      await updateSearch(ctx, { searchId: state.id, ...fields }, { services: parts.access.upstreams })
      parts.report.changed('search', given.name)
    })
  }
}

type Fields = Required<SearchFields>

/** Returns the fields of a search in the file, with ids; null if people have removed what its keys are chosen by. */
async function fieldsOf({ references }: TeamWork, given: ProvisionedSearch): Promise<Fields | null> {
  const { name, operation, subject, product, tags, reuseSeconds, environment, wallet, key } = given
  const idOf = async (kind: 'environment' | 'wallet' | 'key', of: string | undefined) =>
    of === undefined ? '' : references.find(kind, of)
  const [environmentId, walletId, keyId] = [
    await idOf('environment', environment),
    await idOf('wallet', wallet),
    await idOf('key', key),
  ]
  if (environmentId === null || walletId === null || keyId === null) return null
  return {
    ...{ name, operation, subject, product, reuseSeconds, environmentId, walletId, keyId },
    shared: true,
    keyChoice: key !== undefined ? 'key' : wallet !== undefined ? 'wallet' : 'environment',
    tags: [...new Set(tags)],
  }
}

/** Returns whether a search already is as the file says. */
const isSame = (search: SearchView, fields: Fields): boolean =>
  JSON.stringify([
    ...[search.operation, search.subject, search.product, search.reuseSeconds, search.keyChoice],
    ...[search.environmentId ?? '', search.walletId ?? '', search.keyId ?? '', search.tags],
  ]) ===
  JSON.stringify([
    ...[fields.operation, fields.subject, asked(fields), fields.reuseSeconds, fields.keyChoice],
    ...[fields.environmentId, fields.walletId, fields.keyId, fields.tags],
  ])

const asked = ({ operation, product }: Fields) => (OPERATIONS[operation].subject === 'query' ? product : null)

/** Returns the owner of a search: the member that the file names, else the admin who joined first. */
async function ownerOf({ ctx }: TeamWork, email: string | undefined): Promise<string> {
  const members = await listMembers(ctx)
  const owner =
    email === undefined
      ? members.find(({ role }) => role === 'admin')
      : members.find((member) => member.email === email)
  if (!owner) throw conflict('The search needs an owner.', { owner: 'Name a member of the team.' })
  return owner.id
}
