import type { Endpoint } from './endpoint'
import { ENDPOINTS } from './endpoints'

/** The endpoint that an address leads to. */
export type FoundEndpoint =
  | { readonly endpoint: Endpoint; readonly ids: Readonly<Record<string, string>> }
  /** The address is known, but not with this method. */
  | { readonly endpoint: null; readonly methods: readonly string[] }

const STEP = /^\{(\w+)\}$/

/**
 * Finds the endpoint of a path below /api/v1. Its ids are returned as they stand, unchecked. Null if no endpoint has
 * this path.
 */
export function findEndpoint(method: string, path: string): FoundEndpoint | null {
  const steps = path.split('/')
  const methods: string[] = []
  for (const endpoint of ENDPOINTS) {
    const ids = idsIn(endpoint.path.split('/'), steps)
    if (!ids) continue
    if (endpoint.method === method) return { endpoint, ids }
    methods.push(endpoint.method)
  }
  return methods.length === 0 ? null : { endpoint: null, methods }
}

function idsIn(pattern: readonly string[], steps: readonly string[]): Record<string, string> | null {
  if (pattern.length !== steps.length) return null
  const ids: Record<string, string> = {}
  for (const [place, step] of steps.entries()) {
    const [, name] = STEP.exec(pattern[place] ?? '') ?? []
    if (name !== undefined && step !== '') ids[name] = step
    else if (pattern[place] !== step) return null
  }
  return ids
}
