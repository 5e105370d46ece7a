'use server'

import { z } from 'zod'
import { teamAction, withTeam } from '@/app/_server'
import { testProviderInput } from '@/lib/collect/runs'
import { switchService } from '@/lib/keys/keys'
import {
  changeProvider,
  changeProviderInput,
  chooseServiceInput,
  resetProvider,
} from '@/lib/upstream/providers'

export const changeProviderAction = teamAction
  .metadata({ name: 'provider.change' })
  .inputSchema(withTeam(changeProviderInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => changeProvider(team, runtime.upstreams, parsedInput))

export const chooseServiceAction = teamAction
  .metadata({ name: 'provider.choose' })
  .inputSchema(withTeam(chooseServiceInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => switchService(team, runtime.upstreams, parsedInput))

export const resetProviderAction = teamAction
  .metadata({ name: 'provider.reset' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team, runtime } }) => resetProvider(team, runtime.upstreams))

export const testProviderAction = teamAction
  .metadata({ name: 'provider.test' })
  .inputSchema(withTeam(testProviderInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('testProvider', team, parsedInput),
  )
