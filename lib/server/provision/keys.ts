import { conflict } from '@/lib/kernel'
import { addKey, findKey, listKeys, markOfKey, setKeyRate } from '@/lib/keys/keys'
import type { ProvisionParts } from './parts'
import { atPlace } from './place'
import { provisionThing } from './provision-thing'
import type { ProvisionedTeam } from './schemas'
import type { TeamWork } from './team-work'

/**
 * Adds the keys that never existed, identified by their text or its place. A key that people have replaced since keeps
 * its new text. Once the upstream does not answer, the others are stored without asking: a job checks them, and the
 * start does not wait for each.
 */
export async function provisionKeys(
  parts: ProvisionParts,
  { ctx, place, references }: TeamWork,
  keys: ProvisionedTeam['keys'],
): Promise<void> {
  const { access } = parts
  let isSilent = false
  for (const [index, given] of keys.entries()) {
    await atPlace([...place, 'keys', index], given, async () => {
      const walletId = await references.find('wallet', given.wallet)
      const environmentId = await references.find('environment', given.environment)
      if (walletId === null || environmentId === null)
        return references.note('key', given.name, { is: 'gone' })
      const mark = await markOfKey(ctx, access, given.key)
      const state = await provisionThing(
        parts,
        { teamId: ctx.team.id, kind: 'key', name: given.name, mark },
        {
          isThere: async (id) => (await listKeys(ctx)).some((key) => key.id === id),
          async find() {
            const found = await findKey(ctx, access, given.key)
            if (!found) return null
            const fits = found.walletId === walletId && found.environmentId === environmentId
            if (!found.isDeleted && !fits)
              throw conflict(
                'The key is stored already, with another wallet or environment, and its history belongs there. Name those, or delete it on the page Keys first.',
              )
            return { id: found.id, isGone: found.isDeleted }
          },
          async make() {
            const input = { key: given.key, name: given.name, walletId, environmentId }
            const added = await addKey(ctx, access, input, isSilent ? 'ask-later' : 'if-possible')
            isSilent ||= added.isUnchecked
            const { limit } = given
            if (limit)
              await setKeyRate(ctx, access, {
                keyId: added.id,
                requests: limit.requests,
                windowSeconds: limit.seconds,
              })
            return added
          },
        },
      )
      references.note('key', given.name, state)
    })
  }
}
