/**
 * Resolves when it is the caller's turn, first come first served. The turn ends when the returned function is called.
 */
export type TakeTurn = () => Promise<() => void>

/** Creates turns among the users of one thing, one at a time. */
export function createTurns(): TakeTurn {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let end: () => void = () => undefined
    last = new Promise((resolve) => {
      end = resolve
    })
    await before
    return end
  }
}
