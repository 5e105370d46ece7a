import type { UpstreamAccess } from '@/lib/keys'

/** What buying a page needs beside the context: the upstream by the team's contract, and which process this is. */
export interface RunServices extends UpstreamAccess {
  /** Written on each attempt, so that the attempts of a process that died can be told. */
  readonly instanceId: string
}
