'use server'

import { teamAction, withTeam } from '@/app/_server'
import { markInput, markItem } from '@/lib/items'
import { deleteRunItems } from '@/lib/retention'
import {
  cancelRun,
  fetchNextPage,
  getRawItem,
  getRawPage,
  nextPageInput,
  rawItemInput,
  rawPageInput,
  runInput,
  startBackgroundRun,
  startRun,
  startRunInput,
} from '@/lib/runs'

export const startRunAction = teamAction
  .metadata({ name: 'run.start' })
  .inputSchema(withTeam(startRunInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => startRun(team, runtime, parsedInput))

export const startBackgroundRunAction = teamAction
  .metadata({ name: 'run.start-background' })
  .inputSchema(withTeam(startRunInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    startBackgroundRun(team, runtime, runtime.background, parsedInput),
  )

export const cancelRunAction = teamAction
  .metadata({ name: 'run.cancel' })
  .inputSchema(withTeam(runInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => cancelRun(team, runtime.background, parsedInput.runId))

export const fetchNextPageAction = teamAction
  .metadata({ name: 'run.next-page' })
  .inputSchema(withTeam(nextPageInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => fetchNextPage(team, runtime, parsedInput))

export const readRawItemAction = teamAction
  .metadata({ name: 'run.raw-item' })
  .inputSchema(withTeam(rawItemInput))
  .action(({ ctx: { team }, parsedInput }) => getRawItem(team, parsedInput))

export const readRawPageAction = teamAction
  .metadata({ name: 'run.raw-page' })
  .inputSchema(withTeam(rawPageInput))
  .action(({ ctx: { team }, parsedInput }) => getRawPage(team, parsedInput))

export const markItemAction = teamAction
  .metadata({ name: 'item.mark' })
  .inputSchema(withTeam(markInput))
  .action(({ ctx: { team }, parsedInput }) => markItem(team, parsedInput))

export const deleteRunItemsAction = teamAction
  .metadata({ name: 'items.delete-run' })
  .inputSchema(withTeam(runInput))
  .action(({ ctx: { team }, parsedInput }) => deleteRunItems(team, parsedInput.runId))
