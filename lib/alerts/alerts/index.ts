export { acknowledgeAlert } from './acknowledge'
export {
  type ChannelEvent,
  changeChannelInput,
  channelInput,
  confirmChannelInput,
  createChannelInput,
  sendAgainInput,
  sendSinceInput,
} from './delivery/channel-inputs'
export { findSealedChannel } from './delivery/channel-store'
export {
  type ChannelView,
  changeChannel,
  createChannel,
  deleteChannel,
  listChannels,
} from './delivery/channels'
export { confirmChannel, findConfirmation, sendConfirmation } from './delivery/confirm'
export { type DeliveryServices, deliverWaiting } from './delivery/deliver'
export { forgetEvents } from './delivery/forget-events'
export { forgetMessages } from './delivery/forget-messages'
export { type DeliveryView, listDeliveries } from './delivery/list-deliveries'
export { queueEvents } from './delivery/queue-events'
export { sendAgain, sendSince } from './delivery/send-again'
export { testChannel } from './delivery/test-channel'
export { type AlertWatch, createAlertWatch } from './evaluate'
export { listAlerts, listOpenAlerts, listPastAlerts } from './list-alerts'
export { listIncidents, type OpenIncident } from './list-incidents'
export { listNeeds, type TeamNeed } from './list-needs'
export { markTeam } from './mark-team'
export {
  type AlertKind,
  type AlertView,
  acknowledgeInput,
  alertKind,
  changeSettingInput,
  muteInput,
  type SettingView,
} from './schemas'
export { changeSetting, listSettings, muteAlerts } from './settings'
export { findFreshTrouble } from './upstream-trouble'
