import { z } from 'zod'
import { bySubject, type Nano, OPERATION_NAMES, type Operation } from '@/lib/kernel'
import { line } from '@/lib/platform/input'
import type { FoundError, FoundRetryAfter, PageFindings } from '@/lib/upstream/client'
import { overridesInput } from '@/lib/upstream/providers'
import type { PageProblem } from '../core/page-problem'

export const testProviderInput = z.object({
  keyId: z.uuid('Choose a key.'),
  operations: z.array(z.enum(OPERATION_NAMES)).max(OPERATION_NAMES.length),
  /** Subjects to ask about; required for each ticked operation that needs one. */
  ...bySubject(() => line(z.string().trim().max(500))),
  /** True to also send more simultaneous calls of /v1/me than the key's pack allows, to see a 429. Free of charge. */
  provokes: z.boolean(),
  /** The form's values, saved or not. */
  overrides: overridesInput,
})

/** One tried path and its answer. */
export interface ProbeStep {
  readonly operation: Operation
  /** The path and, for a search, the parameter. */
  readonly asked: string
  readonly httpStatus: number | null
  /** Null if items could be read. */
  readonly problem: PageProblem | null
}

export interface ProbedPage {
  readonly operation: Operation
  readonly runId: string
  readonly findings: PageFindings | null
  readonly items: number
  /** Null if no price is known. */
  readonly chargeNano: Nano | null
  /** Fall of the balance with this page, by one more free reading; null if no page came, or it could not be read. */
  readonly fellNano: Nano | null
}

/** The findings of a provider test. Texts in it are the upstream's. */
export interface ProviderTest {
  /** Null if the service reports no balance. */
  readonly balanceNano: Nano | null
  /** Null if the service does not report it. */
  readonly requestsPerSecond: number | null
  readonly steps: readonly ProbeStep[]
  readonly pages: readonly ProbedPage[]
  readonly errors: readonly FoundError[]
  readonly retryAfter: FoundRetryAfter | null
  /** Number of the calls that should provoke a 429 and of those that did; null if not requested. */
  readonly provoked: { readonly calls: number; readonly refused: number } | null
  /** The provider's fields by their dotted names, as the test suggests them. Nothing is saved. */
  readonly suggestion: Readonly<Record<string, unknown>>
}
