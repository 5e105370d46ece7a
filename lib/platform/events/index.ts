export { EVENT_KINDS, type EventKind, type Happened, readHappened } from './schemas'
export {
  deleteEvents,
  type EventRow,
  selectEvent,
  selectEvents,
  selectQueuedBefore,
  takeNewEvents,
} from './store'
export { type NewEvent, writeEvents } from './write-events'
