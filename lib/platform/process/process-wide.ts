/**
 * Returns a value that exists once per process, created at first use. A production build of Next gives
 * instrumentation, routes and actions their own copy of each module, so module variables are not shared; this is.
 */
export function processWide<T>(name: string, make: () => T): T {
  const store = globalThis as unknown as Record<symbol, { value: T } | undefined>
  const key = Symbol.for(`purser.${name}`)
  const held = store[key] ?? { value: make() }
  store[key] = held
  return held.value
}
