'use server'

import { z } from 'zod'
import { setPriceHere, teamAction, withTeam } from '@/app/_server'
import { deleteTeamItems, measureStored, measureTooOld } from '@/lib/collect/retention'
import { changeTeam } from '@/lib/money/budgets'
import { measureOldCalls } from '@/lib/money/ledger'
import { setPriceInput } from '@/lib/money/prices'
import { putStepsAway } from '@/lib/server/next-steps'
import {
  createEnvironment,
  createEnvironmentInput,
  keepCallsInput,
  keepItemsInput,
  leaveExample,
  renameEnvironment,
  renameEnvironmentInput,
  setKeepsCallsMonths,
  setKeepsItemsDays,
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
  .action(({ ctx: { team }, parsedInput }) => setPriceHere(team, parsedInput))

export const measureStoredAction = teamAction
  .metadata({ name: 'items.count' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team } }) => measureStored(team))

export const measureTooOldAction = teamAction
  .metadata({ name: 'items.measure' })
  .inputSchema(withTeam(keepItemsInput))
  .action(({ ctx: { team }, parsedInput }) => measureTooOld(team, parsedInput.days))

export const keepItemsAction = teamAction
  .metadata({ name: 'items.keep' })
  .inputSchema(withTeam(keepItemsInput))
  .action(({ ctx: { team }, parsedInput }) => setKeepsItemsDays(team, parsedInput))

export const measureOldCallsAction = teamAction
  .metadata({ name: 'calls.measure' })
  .inputSchema(withTeam(keepCallsInput))
  .action(({ ctx: { team }, parsedInput }) => measureOldCalls(team, parsedInput.months))

export const keepCallsAction = teamAction
  .metadata({ name: 'calls.keep' })
  .inputSchema(withTeam(keepCallsInput))
  .action(({ ctx: { team }, parsedInput }) => setKeepsCallsMonths(team, parsedInput))

export const deleteTeamItemsAction = teamAction
  .metadata({ name: 'items.delete-team' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team } }) => deleteTeamItems(team))

export const hideStepsAction = teamAction
  .metadata({ name: 'steps.hide' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team } }) => putStepsAway(team))

export const removeExampleAction = teamAction
  .metadata({ name: 'example.remove' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team } }) => leaveExample(team))
