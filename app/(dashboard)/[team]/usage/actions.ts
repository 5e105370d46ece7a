'use server'

import { teamAction, withTeam } from '@/app/_server'
import { deleteUsageView, saveUsageView, saveUsageViewInput, usageViewInput } from '@/lib/money/usage'

export const saveViewAction = teamAction
  .metadata({ name: 'view.create' })
  .inputSchema(withTeam(saveUsageViewInput))
  .action(({ ctx: { team }, parsedInput }) => saveUsageView(team, parsedInput))

export const deleteViewAction = teamAction
  .metadata({ name: 'view.delete' })
  .inputSchema(withTeam(usageViewInput))
  .action(({ ctx: { team }, parsedInput }) => deleteUsageView(team, parsedInput))
