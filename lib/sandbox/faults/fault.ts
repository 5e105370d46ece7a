import type { ServerResponse } from 'node:http'
import type { Clock } from '@/lib/kernel'
import type { HttpAnswer } from '../answers'
import type { RandomSource } from '../catalogue/chance'
import type { SandboxRequest, Wire } from '../form'
import type { ListPage } from '../pages'
import { type AnswerDelivery, type HttpConnection, sendAnswerAtOnce } from '../serve'

/** One request that meets a fault. */
export interface FaultyRequest {
  readonly request: SandboxRequest
  readonly wire: Wire
  /** Number of this request among those that could meet the fault, from 1. */
  readonly number: number
  /** Random choices that are the same for the same seed and number. */
  readonly chance: RandomSource
  /** The sandbox's clock. */
  readonly clock: Clock
  /** Returns the address of a listener that only counts requests. */
  trapUrl(): Promise<string>
}

/** One way in which the service fails or lies. */
export interface Fault {
  /** Describes in a sentence what happens. */
  readonly what: string
  /** True if a page that meets it is charged, for all its items. */
  readonly charged: boolean
  /** Requests that can meet it; all by default. */
  readonly meets?: 'pages' | 'key info'
  /** Number of consecutive requests that meet it once it begins; 1 by default. */
  readonly inARow?: number
  /** Answers in the service's place: the request is not judged, counted or charged. */
  readonly instead?: (turn: FaultyRequest) => AnswerDelivery
  /** Changes a request before it is judged. */
  readonly alterRequest?: (turn: FaultyRequest) => SandboxRequest
  /** Changes a page before it is charged. */
  readonly alterPage?: (page: ListPage, turn: FaultyRequest) => ListPage
  /** Sends a good answer of the service in another way. */
  readonly send?: (answer: HttpAnswer, turn: FaultyRequest) => AnswerDelivery
}

/** Sends, at once, an answer other than the one that was charged. */
export const sendAlteredAnswer = (answer: HttpAnswer): AnswerDelivery => {
  const send = sendAnswerAtOnce(answer)
  return async (line) => {
    await send(line)
    return false
  }
}

/** Breaks the connection without an answer: the other side sees a reset. */
export const resetConnection: AnswerDelivery = async ({ response }) => {
  response.socket?.resetAndDestroy()
  return false
}

/** Resolves when the other side has gone, or the server is about to end. */
export function waitForDisconnect({ response, closing }: HttpConnection): Promise<void> {
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
export function writeBodyPiece(response: ServerResponse, piece: string | Buffer): Promise<boolean> {
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
