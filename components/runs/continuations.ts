/**
 * Where this tab keeps the sealed continuation of each run, so that a reload goes on where it was. It is of no use
 * to any other session, and only ever sent in a request's body.
 */
const keyOf = (runId: string): string => `purser.continuation.${runId}`

export const readContinuation = (runId: string): string | null => sessionStorage.getItem(keyOf(runId))

export function keepContinuation(runId: string, continuation: string | null): void {
  if (continuation === null) sessionStorage.removeItem(keyOf(runId))
  else sessionStorage.setItem(keyOf(runId), continuation)
}
