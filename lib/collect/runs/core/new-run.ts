import type { Operation } from '@/lib/kernel'
/** A run that begins, with a copy of what is asked. */
export interface NewRun {
  readonly id: string
  readonly teamId: string
  readonly searchId: string | null
  readonly searchName: string
  readonly searchVersion?: number | null
  /** What its items are new in. */
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
  readonly capMicro?: bigint | null
  readonly untilAt?: Date | null
  readonly untilKnown?: boolean
  readonly isBaseline?: boolean
  readonly reuseSeconds?: number
  readonly isScheduled?: boolean
  /** The process that buys its pages; none where a person asks for each. */
  readonly instanceId?: string
  readonly startedAt: Date
}
