import type { ServiceUse } from '@/lib/keys/services'

/** A service as it is listed. */
export interface ServiceRow {
  readonly id: string
  readonly name: string
  /** True for a deleted one, which is listed while it has usage in the range. */
  readonly isDeleted: boolean
  readonly environments: readonly { readonly name: string; readonly color: string }[]
  /** Upstream keys that its gateway keys are bound to. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly prefix: string }[]
  /** Number of its gateway keys. */
  readonly gatewayKeys: number
  /** Null if it did not call in the range. */
  readonly use: ServiceUse | null
  readonly lastUsedAt: Date | null
}
