'use server'

import { teamAction, withTeam } from '@/app/_server'
import {
  createGatewayKey,
  createGatewayKeyInput,
  createService,
  createServiceInput,
  deleteService,
  gatewayKeyInput,
  renameService,
  renameServiceInput,
  revokeGatewayKey,
  serviceInput,
} from '@/lib/keys/services'

export const createServiceAction = teamAction
  .metadata({ name: 'service.create' })
  .inputSchema(withTeam(createServiceInput))
  .action(({ ctx: { team }, parsedInput }) => createService(team, parsedInput))

export const renameServiceAction = teamAction
  .metadata({ name: 'service.rename' })
  .inputSchema(withTeam(renameServiceInput))
  .action(({ ctx: { team }, parsedInput }) => renameService(team, parsedInput))

export const deleteServiceAction = teamAction
  .metadata({ name: 'service.delete' })
  .inputSchema(withTeam(serviceInput))
  .action(({ ctx: { team }, parsedInput }) => deleteService(team, parsedInput))

/** Returns the gateway key's text, this once only. */
export const createGatewayKeyAction = teamAction
  .metadata({ name: 'gateway-key.create' })
  .inputSchema(withTeam(createGatewayKeyInput))
  .action(async ({ ctx: { team }, parsedInput }) => {
    const { id, token, prefix } = await createGatewayKey(team, parsedInput)
    return { id, token: token.reveal(), prefix }
  })

export const revokeGatewayKeyAction = teamAction
  .metadata({ name: 'gateway-key.revoke' })
  .inputSchema(withTeam(gatewayKeyInput))
  .action(({ ctx: { team }, parsedInput }) => revokeGatewayKey(team, parsedInput))
