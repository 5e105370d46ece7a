'use server'

import { teamAction, withTeam } from '@/app/_server'
import {
  acknowledgeAlert,
  acknowledgeAlertInput,
  changeAlertSetting,
  changeAlertSettingInput,
  changeAlerts,
  changeChannel,
  changeChannelInput,
  channelInput,
  createChannelInput,
  deleteChannel,
  manyAlertsInput,
  muteAlerts,
  muteAlertsInput,
  resendDeliveriesSince,
  resendDeliveriesSinceInput,
  resendDelivery,
  resendDeliveryInput,
} from '@/lib/alerts/alerts'

export const acknowledgeAlertAction = teamAction
  .metadata({ name: 'alert.acknowledge' })
  .inputSchema(withTeam(acknowledgeAlertInput))
  .action(({ ctx: { team }, parsedInput }) => acknowledgeAlert(team, parsedInput))

export const changeAlertsAction = teamAction
  .metadata({ name: 'alert.change-many' })
  .inputSchema(withTeam(manyAlertsInput))
  .action(({ ctx: { team }, parsedInput }) => changeAlerts(team, parsedInput))

export const muteAlertsAction = teamAction
  .metadata({ name: 'alert.mute' })
  .inputSchema(withTeam(muteAlertsInput))
  .action(({ ctx: { team }, parsedInput }) => muteAlerts(team, parsedInput))

export const changeSettingAction = teamAction
  .metadata({ name: 'alert.change' })
  .inputSchema(withTeam(changeAlertSettingInput))
  .action(({ ctx: { team }, parsedInput }) => changeAlertSetting(team, parsedInput))

export const createChannelAction = teamAction
  .metadata({ name: 'channel.create' })
  .inputSchema(withTeam(createChannelInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('createChannel', team, parsedInput),
  )

export const changeChannelAction = teamAction
  .metadata({ name: 'channel.change' })
  .inputSchema(withTeam(changeChannelInput))
  .action(({ ctx: { team }, parsedInput }) => changeChannel(team, parsedInput))

export const deleteChannelAction = teamAction
  .metadata({ name: 'channel.delete' })
  .inputSchema(withTeam(channelInput))
  .action(({ ctx: { team }, parsedInput }) => deleteChannel(team, parsedInput.channelId))

export const testChannelAction = teamAction
  .metadata({ name: 'channel.test' })
  .inputSchema(withTeam(channelInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('testChannel', team, parsedInput.channelId),
  )

export const sendChannelConfirmationAction = teamAction
  .metadata({ name: 'channel.send-confirmation' })
  .inputSchema(withTeam(channelInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('sendConfirmation', team, parsedInput.channelId),
  )

export const sendAgainAction = teamAction
  .metadata({ name: 'channel.send-again' })
  .inputSchema(withTeam(resendDeliveryInput))
  .action(({ ctx: { team }, parsedInput }) => resendDelivery(team, parsedInput))

export const sendSinceAction = teamAction
  .metadata({ name: 'channel.send-since' })
  .inputSchema(withTeam(resendDeliveriesSinceInput))
  .action(({ ctx: { team }, parsedInput }) => resendDeliveriesSince(team, parsedInput))
