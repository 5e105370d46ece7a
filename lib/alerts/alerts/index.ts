export {
  type ChannelEvent,
  changeChannelInput,
  channelInput,
  confirmChannelInput,
  createChannelInput,
  sendAgainInput,
  sendSinceInput,
} from './delivery/channel'
export {
  type ChannelView,
  changeChannel,
  createChannel,
  deleteChannel,
  listChannels,
} from './delivery/channels'
export { confirmChannel, findConfirmation, sendConfirmation } from './delivery/confirm'
export { type DeliveryServices, deliverWaiting } from './delivery/deliver'
export { findSealedChannel } from './delivery/delivery-store'
export { type DeliveryView, listDeliveries } from './delivery/list-deliveries'
export { forgetEvents, forgetMessages, queueEvents } from './delivery/queue'
export { sendAgain, sendSince, testChannel } from './delivery/send-again'
export { type AlertWatch, createAlertWatch } from './evaluate'
export { listIncidents, type OpenIncident } from './incidents'
export {
  acknowledgeAlert,
  acknowledgeAlerts,
  countAlerts,
  listAlertPage,
  listAlerts,
  listOpenAlerts,
} from './list-alerts'
export { listNeeds, type TeamNeed } from './list-needs'
export { markTeam } from './mark-team'
export {
  ALERT_KINDS,
  type AlertKind,
  type AlertView,
  acknowledgeInput,
  alertKind,
  alertPart,
  changeSettingInput,
  manyAlertsInput,
  muteInput,
  type SettingView,
} from './schemas'
export { changeSetting, listSettings, muteAlerts } from './settings'
export { findFreshTrouble } from './sources/upstream'
