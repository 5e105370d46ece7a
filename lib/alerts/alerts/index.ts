export {
  changeChannelInput,
  channelInput,
  confirmChannelInput,
  createChannelInput,
} from './delivery/channel-inputs'
export { findSealedChannel } from './delivery/channel-store'
export {
  type ChannelView,
  changeChannel,
  createChannel,
  deleteChannel,
  listChannels,
  testChannel,
} from './delivery/channels'
export { confirmChannel, findConfirmation, sendConfirmation } from './delivery/confirm'
export { type DeliveryServices, deliverWaiting } from './delivery/deliver'
export { type AlertWatch, createAlertWatch } from './evaluate'
export { acknowledgeAlert, countAlerts, type DeliveryView, listAlerts, listDeliveries } from './list-alerts'
export {
  type AlertKind,
  type AlertView,
  alertInput,
  changeSettingInput,
  muteInput,
  type SettingView,
} from './schemas'
export { changeSetting, listSettings, muteAlerts } from './settings'
