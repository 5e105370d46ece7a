'use server'

import { z } from 'zod'
import { teamAction, withTeam } from '@/app/_server'
import { testContractInput } from '@/lib/collect/runs'
import { changeContract, changeContractInput, resetContract } from '@/lib/upstream/contract'

export const changeContractAction = teamAction
  .metadata({ name: 'contract.change' })
  .inputSchema(withTeam(changeContractInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => changeContract(team, runtime.upstreams, parsedInput))

export const resetContractAction = teamAction
  .metadata({ name: 'contract.reset' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team, runtime } }) => resetContract(team, runtime.upstreams))

export const testContractAction = teamAction
  .metadata({ name: 'contract.test' })
  .inputSchema(withTeam(testContractInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('testContract', team, parsedInput),
  )
