'use server'

import { teamAction, withTeam } from '@/app/_server'
import { hideSaving, hideSavingInput } from '@/lib/alerts/savings'
import { deleteUsageView, saveUsageView, saveUsageViewInput, usageViewInput } from '@/lib/money/usage'

export const saveViewAction = teamAction
  .metadata({ name: 'view.create' })
  .inputSchema(withTeam(saveUsageViewInput))
  .action(({ ctx: { team }, parsedInput }) => saveUsageView(team, parsedInput))

export const deleteViewAction = teamAction
  .metadata({ name: 'view.delete' })
  .inputSchema(withTeam(usageViewInput))
  .action(({ ctx: { team }, parsedInput }) => deleteUsageView(team, parsedInput))

export const hideSavingAction = teamAction
  .metadata({ name: 'saving.hide' })
  .inputSchema(withTeam(hideSavingInput))
  .action(({ ctx: { team }, parsedInput }) => hideSaving(team, parsedInput))
