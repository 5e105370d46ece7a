export { acknowledgeAlert, changeAlerts, removeMemberAndDuties } from './change-alerts'
export {
  type ChannelEvent,
  changeChannelInput,
  channelInput,
  confirmChannelInput,
  createChannelInput,
  resendDeliveriesSinceInput,
  resendDeliveryInput,
} from './delivery/channel'
export {
  type ChannelView,
  changeChannel,
  createChannel,
  deleteChannel,
  listChannels,
} from './delivery/channels'
export { confirmChannel, findChannelToConfirm, sendChannelConfirmation } from './delivery/confirm'
export { type DeliveryServices, deliverDueMessages } from './delivery/deliver'
export { findSealedChannel } from './delivery/delivery-store'
export { listItemsChannels, saveScheduleWithChannel } from './delivery/items-channel'
export { type DeliveryView, listDeliveries } from './delivery/list-deliveries'
export { deleteOldDeliveries, deleteOldEvents, queueEventDeliveries } from './delivery/queue'
export { resendDeliveriesSince, resendDelivery, testChannel } from './delivery/send-again'
export { type AlertWatch, createAlertWatch } from './evaluate'
export { type AlertGroup, listInbox } from './inbox'
export { listIncidents, type OpenIncident } from './incidents'
export { countAlerts, listAlertPage, listAlerts, listOpenAlerts } from './list-alerts'
export { type AttentionItem, listAttentionItems } from './list-needs'
export { readTeamVersion } from './mark-team'
export {
  ALERT_KINDS,
  ALERT_SUBJECTS,
  type AlertKind,
  type AlertSettingView,
  type AlertSubject,
  type AlertView,
  acknowledgeAlertInput,
  alertKindSchema,
  alertPart,
  changeAlertSettingInput,
  inboxPart,
  manyAlertsInput,
  muteAlertsInput,
} from './schemas'
export { changeAlertSetting, listAlertSettings, muteAlerts } from './settings'
export { endOfSnooze } from './snooze'
export { findRecentUpstreamFailure } from './sources/upstream'
