import { answerWith } from '../answers'
import { type Listening, serve } from '../serve'

/** The requests that reached the trap: there should never be any. */
export interface Trapped {
  readonly requests: number
  /** Number of these that sent a key. */
  readonly withKey: number
}

/** A listener on another port that only counts requests. It opens when its address is first needed. */
export interface Trap {
  url(): Promise<string>
  trapped(): Trapped
  close(): Promise<void>
}

export function createTrap(): Trap {
  let opened: Promise<Listening> | undefined
  let requests = 0
  let withKey = 0
  const open = () =>
    serve(async ({ headers }) => {
      requests++
      if (headers['x-api-key'] !== undefined || headers.authorization !== undefined) withKey++
      return answerWith({})
    }, 0)
  return {
    url: async () => {
      opened ??= open()
      return (await opened).baseUrl
    },
    trapped: () => ({ requests, withKey }),
    close: async () => {
      await (await opened)?.close()
    },
  }
}
