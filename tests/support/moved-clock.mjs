// Loaded into a server under test with --import: moves its wall clock ahead by the milliseconds in the file that
// MOVED_CLOCK names. Durations and timers do not change.
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
  // A proxy instead of a subclass, so that dates created elsewhere remain instances of it.
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
