import { createToken, createTokenInput, findToken } from '@/lib/teams/tokens'
import type { ProvisionParts } from './parts'
import { atPlace } from './place'
import { provisionLasting } from './provision-thing'
import type { ProvisionedTeam } from './schemas'
import { readSecretText } from './secret-text'
import type { TeamWork } from './team-work'

/** Creates the API tokens that never existed. A revoked one stays revoked. */
export async function provisionTokens(
  parts: ProvisionParts,
  { ctx, place, references }: TeamWork,
  tokens: ProvisionedTeam['tokens'],
): Promise<void> {
  for (const [index, given] of tokens.entries()) {
    const { name, permissions, expiresInDays = '' } = given
    await atPlace([...place, 'tokens', index], given, async () => {
      const token = await atPlace([...place, 'tokens', index, 'token'], null, () =>
        readSecretText(given.token, parts.places),
      )
      const state = await provisionLasting(
        parts,
        { kind: 'token', name },
        {
          async find() {
            const found = await findToken(ctx, token)
            return found && { id: found.id, isGone: found.isRevoked }
          },
          make: () => createToken(ctx, createTokenInput.parse({ name, permissions, expiresInDays }), token),
        },
      )
      references.note('token', name, state)
    })
  }
}
