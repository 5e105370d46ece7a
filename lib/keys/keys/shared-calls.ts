import type { Pacers } from '@/lib/upstream/pacing'

/** Does named work once at a time in a process. Callers that come meanwhile share the result. */
export type SharedCalls<T> = (pacers: Pacers, name: string, work: () => Promise<T>) => Promise<T>

/** Creates such a share. The pacers stand for their process, because tests have several in one. */
export function createSharedCalls<T>(): SharedCalls<T> {
  const ofProcess = new WeakMap<Pacers, Map<string, Promise<T>>>()
  return (pacers, name, work) => {
    const underWay = ofProcess.get(pacers) ?? new Map<string, Promise<T>>()
    ofProcess.set(pacers, underWay)
    const shared = underWay.get(name)
    if (shared) return shared
    const mine = work().finally(() => underWay.delete(name))
    underWay.set(name, mine)
    return mine
  }
}
