import type { ServerResponse } from 'node:http'
import type { HttpAnswer } from '../answers'
import { type Delivery, type HttpConnection, sendWhole } from '../serve'

/** Sends, at once, an answer other than the one that was charged. */
export const sendSpoilt = (answer: HttpAnswer): Delivery => {
  const send = sendWhole(answer)
  return async (line) => {
    await send(line)
    return false
  }
}

/** Breaks the connection without an answer: the other side sees a reset. */
export const reset: Delivery = async ({ response }) => {
  response.socket?.resetAndDestroy()
  return false
}

/** Resolves when the other side has gone, or the server is about to end. */
export function untilGone({ response, closing }: HttpConnection): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed || closing.aborted) return resolve()
    const goOn = () => {
      closing.removeEventListener('abort', goOn)
      resolve()
    }
    response.once('close', goOn)
    closing.addEventListener('abort', goOn)
  })
}

/** Writes a piece of a body and waits for room for the next. Returns false if nobody listens any more. */
export function write(response: ServerResponse, piece: string | Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve(false)
    if (response.write(piece)) return resolve(true)
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn)
      resolve(!response.destroyed)
    }
    response.on('drain', goOn).on('close', goOn)
  })
}
