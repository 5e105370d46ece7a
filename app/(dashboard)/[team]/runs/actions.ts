'use server'

import { teamAction, withTeam } from '@/app/_server'
import { markInput, markItem } from '@/lib/collect/items'
import { deleteRunItems } from '@/lib/collect/retention'
import {
  continueRunInput,
  manyRunsInput,
  moveRunInput,
  nextPageInput,
  runInput,
  startBackgroundRunInput,
  startRunInput,
} from '@/lib/collect/runs'

export const startRunAction = teamAction
  .metadata({ name: 'run.start' })
  .inputSchema(withTeam(startRunInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => runtime.worker.perform('startRun', team, parsedInput))

export const startBackgroundRunAction = teamAction
  .metadata({ name: 'run.start-background' })
  .inputSchema(withTeam(startBackgroundRunInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('startBackgroundRun', team, parsedInput),
  )

export const cancelRunAction = teamAction
  .metadata({ name: 'run.cancel' })
  .inputSchema(withTeam(runInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('cancelRun', team, parsedInput.runId),
  )

export const cancelRunsAction = teamAction
  .metadata({ name: 'run.cancel' })
  .inputSchema(withTeam(manyRunsInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('cancelRuns', team, parsedInput),
  )

export const goOnWithRunAction = teamAction
  .metadata({ name: 'run.go-on' })
  .inputSchema(withTeam(continueRunInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('goOnWithRun', team, parsedInput),
  )

export const moveToBackgroundAction = teamAction
  .metadata({ name: 'run.move-to-background' })
  .inputSchema(withTeam(moveRunInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('moveToBackground', team, parsedInput),
  )

export const fetchNextPageAction = teamAction
  .metadata({ name: 'run.next-page' })
  .inputSchema(withTeam(nextPageInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('fetchNextPage', team, parsedInput),
  )

export const markItemAction = teamAction
  .metadata({ name: 'item.mark' })
  .inputSchema(withTeam(markInput))
  .action(({ ctx: { team }, parsedInput }) => markItem(team, parsedInput))

export const deleteRunItemsAction = teamAction
  .metadata({ name: 'items.delete-run' })
  .inputSchema(withTeam(runInput))
  .action(({ ctx: { team }, parsedInput }) => deleteRunItems(team, parsedInput.runId))
