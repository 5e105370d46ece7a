import type { CallServices } from '@/lib/collect/runs'
import type { Clock } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'

/** What the gateway needs of its process. */
export interface GatewayParts extends CallServices {
  readonly db: Db
  readonly clock: Clock
  /** Told of what nobody foresaw; its caller is told that Purser cannot do it now. */
  onError(error: unknown): void
}

/** A request as it arrived. */
export interface GatewayRequest {
  readonly method: string
  /** Path and query below the gateway: "/v1/users/ada/tweets?count=20". */
  readonly target: string
  /** All values of each header, by its name in lower case. */
  readonly headers: RequestHeaders
  /** The network address that it comes from. */
  readonly source: string
  /** Whether a body came with it, or was announced. Nothing reads it. */
  readonly hasBody: boolean
  /** Aborted when the caller goes away. */
  readonly gone: AbortSignal
}

export type RequestHeaders = Readonly<Record<string, readonly string[] | undefined>>

/** What the caller gets. */
export interface GatewayAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** What a call for it cost: nothing, a page that is or will be settled, or what is not known. */
  readonly charge: 'none' | 'settled' | 'unknown'
}
