'use server'

import { publicAction } from '@/app/_server'
import { confirmChannel, confirmChannelInput } from '@/lib/alerts/alerts'

export const confirmChannelAction = publicAction
  .metadata({ name: 'channel.confirm' })
  .inputSchema(confirmChannelInput)
  .action(({ ctx: { runtime }, parsedInput }) => confirmChannel(runtime.db, runtime.clock, parsedInput))
