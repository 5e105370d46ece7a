'use server'

import { resolveCallsHere, teamAction, withTeam } from '@/app/_server'
import { resolveCallsInput } from '@/lib/money/statements'

export const resolveCallsAction = teamAction
  .metadata({ name: 'unknown.resolve' })
  .inputSchema(withTeam(resolveCallsInput))
  .action(({ ctx: { team }, parsedInput }) => resolveCallsHere(team, parsedInput))
