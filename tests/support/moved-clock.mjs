// Loaded into a server under test with --import: its wall clock is ahead by as many milliseconds as the file named by
// MOVED_CLOCK holds. Durations and timers stay what they are.
import { readFileSync } from 'node:fs'

const file = process.env.MOVED_CLOCK
const LOOK_MS = 50

if (file) {
  const Real = Date
  let aheadMs = 0
  const look = () => {
    try {
      aheadMs = Number(readFileSync(file, 'utf8')) || 0
    } catch {
      // Not moved yet.
    }
  }
  look()
  setInterval(look, LOOK_MS).unref()
  const now = () => Real.now() + aheadMs
  // A proxy and no subclass: dates made elsewhere stay instances of it.
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, newTarget) =>
      Reflect.construct(
        target,
        args.length === 0 ? [now()] : args,
        newTarget === globalThis.Date ? target : newTarget,
      ),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
