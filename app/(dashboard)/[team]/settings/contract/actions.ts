'use server'

import { z } from 'zod'
import { teamAction, withTeam } from '@/app/_server'
import { changeContract, changeContractInput, resetContract } from '@/lib/contracts'

export const changeContractAction = teamAction
  .metadata({ name: 'contract.change' })
  .inputSchema(withTeam(changeContractInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => changeContract(team, runtime.upstreams, parsedInput))

export const resetContractAction = teamAction
  .metadata({ name: 'contract.reset' })
  .inputSchema(withTeam(z.object({})))
  .action(({ ctx: { team, runtime } }) => resetContract(team, runtime.upstreams))
