'use server'

import { teamAction, withTeam } from '@/app/_server'
import { createToken, createTokenInput, revokeToken, tokenInput } from '@/lib/teams/tokens'

export const createTokenAction = teamAction
  .metadata({ name: 'token.create' })
  .inputSchema(withTeam(createTokenInput))
  .action(async ({ ctx: { team }, parsedInput }) => {
    const { id, token } = await createToken(team, parsedInput)
    return { id, text: token.reveal() }
  })

export const revokeTokenAction = teamAction
  .metadata({ name: 'token.revoke' })
  .inputSchema(withTeam(tokenInput))
  .action(({ ctx: { team }, parsedInput }) => revokeToken(team, parsedInput))
