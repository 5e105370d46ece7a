'use server'

import { z } from 'zod'
import { setProviderPrice, teamAction, withTeam } from '@/app/_server'
import { deleteTeamItems, measureExpiredItems, measureStoredItems } from '@/lib/collect/retention'
import { changeTeam } from '@/lib/money/budgets'
import { measureOldCalls } from '@/lib/money/ledger'
import { setPriceInput } from '@/lib/money/prices'
import { dismissNextSteps } from '@/lib/server/next-steps'
import {
  callRetentionInput,
  createEnvironment,
  createEnvironmentInput,
  hideExample,
  itemRetentionInput,
  renameEnvironment,
  renameEnvironmentInput,
  setCallRetention,
  setItemRetention,
  updateTeamInput,
} from '@/lib/teams/teams'

export const updateTeamAction = teamAction
  .metadata({ name: 'team.update' })
  .inputSchema(withTeam(updateTeamInput))
  .action(({ ctx: { team }, parsedInput: { team: _, ...input } }) => changeTeam(team, input))

export const createEnvironmentAction = teamAction
  .metadata({ name: 'environment.create' })
  .inputSchema(withTeam(createEnvironmentInput))
  .action(({ ctx: { team }, parsedInput: { team: _, ...input } }) => createEnvironment(team, input))

export const renameEnvironmentAction = teamAction
  .metadata({ name: 'environment.rename' })
  .inputSchema(withTeam(renameEnvironmentInput))
  .action(({ ctx: { team }, parsedInput }) => renameEnvironment(team, parsedInput))

export const setPriceAction = teamAction
  .metadata({ name: 'price.set' })
  .inputSchema(withTeam(setPriceInput))
  .action(({ ctx: { team }, parsedInput }) => setProviderPrice(team, parsedInput))

export const measureStoredAction = teamAction
  .metadata({ name: 'items.count' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team } }) => measureStoredItems(team))

export const measureTooOldAction = teamAction
  .metadata({ name: 'items.measure' })
  .inputSchema(withTeam(itemRetentionInput))
  .action(({ ctx: { team }, parsedInput }) => measureExpiredItems(team, parsedInput.days))

export const keepItemsAction = teamAction
  .metadata({ name: 'items.keep' })
  .inputSchema(withTeam(itemRetentionInput))
  .action(({ ctx: { team }, parsedInput }) => setItemRetention(team, parsedInput))

export const measureOldCallsAction = teamAction
  .metadata({ name: 'calls.measure' })
  .inputSchema(withTeam(callRetentionInput))
  .action(({ ctx: { team }, parsedInput }) => measureOldCalls(team, parsedInput.months))

export const keepCallsAction = teamAction
  .metadata({ name: 'calls.keep' })
  .inputSchema(withTeam(callRetentionInput))
  .action(({ ctx: { team }, parsedInput }) => setCallRetention(team, parsedInput))

export const deleteTeamItemsAction = teamAction
  .metadata({ name: 'items.delete-team' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team } }) => deleteTeamItems(team))

export const hideStepsAction = teamAction
  .metadata({ name: 'steps.hide' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team } }) => dismissNextSteps(team))

export const removeExampleAction = teamAction
  .metadata({ name: 'example.remove' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team } }) => hideExample(team))
