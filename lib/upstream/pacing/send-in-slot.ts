import type { Pacer, Slot, SlotRequest } from './types'

/** A call that was sent in its slot, and its answer. */
interface SentInSlot<Answer> {
  readonly slot: Slot
  readonly answer: Answer
}

/**
 * Waits for a key's slot, sends in the moment of the slot, and resolves with the answer. `send` reports when the call
 * really leaves. Rejects as `slot` does: then nothing was sent.
 */
export const sendInSlot = <Answer>(
  pacer: Pacer,
  request: Omit<SlotRequest, 'onSlot'>,
  send: (onSent: () => void) => Promise<Answer>,
): Promise<SentInSlot<Answer>> =>
  new Promise((resolve, reject) => {
    const onSlot = (slot: Slot) => void send(slot.left).then((answer) => resolve({ slot, answer }), reject)
    pacer.slot({ ...request, onSlot }).catch(reject)
  })
