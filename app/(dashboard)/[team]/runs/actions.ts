'use server'

import { teamAction, withTeam } from '@/app/_server'
import {
  fetchNextPage,
  getRawItem,
  getRawPage,
  nextPageInput,
  rawItemInput,
  rawPageInput,
  startRun,
  startRunInput,
} from '@/lib/runs'

export const startRunAction = teamAction
  .metadata({ name: 'run.start' })
  .inputSchema(withTeam(startRunInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => startRun(team, runtime, parsedInput))

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
