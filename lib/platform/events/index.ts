export { EVENT_KINDS, type EventKind, type EventPayload, parseEventPayload } from './schemas'
export {
  claimNewEvents,
  deleteEvents,
  type EventRow,
  type NewEvent,
  selectEvent,
  selectEvents,
  selectQueuedEventsBefore,
  writeEvents,
} from './store'
