import type { Operation } from '@/lib/kernel'
/** A new run, with a copy of its question. */
export interface NewRun {
  readonly id: string
  readonly teamId: string
  readonly searchId: string | null
  readonly searchName: string
  readonly searchVersion?: number | null
  /** Stream in which its items are new. */
  readonly streamId: string
  readonly operation: Operation
  readonly subject: string
  readonly product: string | null
  readonly keyId: string
  readonly keyPrefix: string
  readonly environmentId: string
  readonly environmentName: string
  readonly memberId: string
  readonly memberName: string
  readonly shared: boolean
  readonly capItems?: number | null
  readonly capNano?: bigint | null
  readonly untilAt?: Date | null
  readonly untilKnown?: boolean
  readonly isBaseline?: boolean
  readonly reuseSeconds?: number
  readonly isScheduled?: boolean
  /** Process that buys its pages; null if a person asks for each. */
  readonly instanceId?: string
  readonly startedAt: Date
}
