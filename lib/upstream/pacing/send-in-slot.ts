import { AsyncResource } from 'node:async_hooks'
import { staged } from '@/lib/platform/process'
import type { Pacer, Slot, SlotRequest } from './types'

/** A call that was sent in its slot, with its answer. */
interface SentInSlot<Answer> {
  readonly slot: Slot
  readonly answer: Answer
}

/**
 * Waits for a key's slot, sends at the moment of the slot, and resolves with the answer. `send` reports when the call
 * really leaves. Rejects as `slot` does; nothing was sent then.
 */
export const sendInSlot = <Answer>(
  pacer: Pacer,
  request: Omit<SlotRequest, 'onSlot'>,
  send: (onSent: () => void) => Promise<Answer>,
): Promise<SentInSlot<Answer>> =>
  new Promise((resolve, reject) => {
    const call = (slot: Slot) =>
      staged('call', () => send(slot.left)).then((answer) => resolve({ slot, answer }), reject)
    // The slot arrives in the async context of another caller, but the call belongs to this one's request.
    const onSlot = AsyncResource.bind((slot: Slot) => void call(slot))
    staged('slot', () => pacer.slot({ ...request, onSlot })).catch(reject)
  })
