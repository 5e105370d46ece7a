import type { CallServices } from '@/lib/collect/runs'
import type { Clock } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'

/** The parts that the gateway needs from its process. */
export interface GatewayParts extends CallServices {
  readonly db: Db
  readonly clock: Clock
  /** Called with an unexpected error; the caller is told that Purser is unavailable. */
  onError(error: unknown): void
}

/** A request as it arrived. */
export interface GatewayRequest {
  readonly method: string
  /** Path and query below the gateway: "/v1/users/ada/tweets?count=20". */
  readonly target: string
  /** All values of each header, by its lower-case name. */
  readonly headers: RequestHeaders
  /** Network address that it comes from. */
  readonly source: string
  /** True if a body came with it, or was announced. Nothing reads it. */
  readonly hasBody: boolean
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal
}

export type RequestHeaders = Readonly<Record<string, readonly string[] | undefined>>

/** The answer that the caller gets. */
export interface GatewayAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** Charge of the call: none, a page that is or will be settled, or unknown. */
  readonly charge: 'none' | 'settled' | 'unknown'
}
