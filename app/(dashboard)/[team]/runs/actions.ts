'use server'

import { teamAction, withTeam } from '@/app/_server'
import { fetchNextPage, nextPageInput, startRun, startRunInput } from '@/lib/runs'

export const startRunAction = teamAction
  .metadata({ name: 'run.start' })
  .inputSchema(withTeam(startRunInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => startRun(team, runtime, parsedInput))

export const fetchNextPageAction = teamAction
  .metadata({ name: 'run.next-page' })
  .inputSchema(withTeam(nextPageInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => fetchNextPage(team, runtime, parsedInput))
