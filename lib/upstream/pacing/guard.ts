import type { Rate } from '@/lib/kernel'

/** Fraction of the pack's rate that is used while nothing is refused. */
export const FULL = 0.98

const MIN_GUARD_MS = 10
const MAX_GUARD_MS = 1000
const GUARD = 0.01

/**
 * Returns the minimum distance between a call and the one that would be one too many in its window. It exceeds the
 * window because the limiter may count some calls a few milliseconds late.
 */
export const guardMs = (windowMs: number): number =>
  windowMs + Math.max(MIN_GUARD_MS, Math.min(GUARD * windowMs, MAX_GUARD_MS))

/** Returns how much longer than a window it takes at full pace to send as many calls as the pack allows in one. */
export const spareMs = (windowMs: number): number => windowMs / FULL - windowMs

const LONG_WINDOW_MS = 10_000
const MAX_BURST = 5
const BURST_PART = 0.1

/**
 * Returns how many calls may leave at once after a rest. In long windows a person should not wait a whole gap for the
 * second page.
 */
export function burstOf({ requests, windowMs }: Rate): number {
  if (windowMs <= LONG_WINDOW_MS) return 1
  return Math.max(1, Math.floor(Math.min(MAX_BURST, requests * BURST_PART)))
}
