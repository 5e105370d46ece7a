/**
 * Returns a value that exists once per process, created at first use. A production build of Next gives
 * instrumentation, routes and actions their own copy of each module, so module variables are not shared; this is.
 */
export function processWide<T>(name: string, make: () => T): T {
  const { store, key } = placeOf<T>(name)
  const held = store[key] ?? { value: make() }
  store[key] = held
  return held.value
}

/** Returns the value of this name; undefined if it was not created yet. */
export function findProcessWide<T>(name: string): T | undefined {
  const { store, key } = placeOf<T>(name)
  return store[key]?.value
}

const placeOf = <T>(name: string) => ({
  store: globalThis as unknown as Record<symbol, { value: T } | undefined>,
  key: Symbol.for(`purser.${name}`),
})
