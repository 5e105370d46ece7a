/**
 * A value of which the process holds exactly one, made at first use. A production build of Next gives
 * instrumentation, routes and actions each their own copy of a module, so module variables are not shared; this is.
 */
export function processWide<T>(name: string, make: () => T): T {
  const store = globalThis as unknown as Record<symbol, { value: T } | undefined>
  const key = Symbol.for(`purser.${name}`)
  const held = store[key] ?? { value: make() }
  store[key] = held
  return held.value
}
