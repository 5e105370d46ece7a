'use client'

import { useEvery } from '@/components/ui'

/** The running second of the server's monotonic clock; stands still unless running. */
export const useServerSecond = (offsetMs: number, isRunning: boolean): number =>
  useEvery(1000, isRunning, 0, () => Math.floor((performance.now() - offsetMs) / 1000))

/** What is read out: changes this often at most, so that it can be heard, and something else beside it. */
export const useSpoken = (text: string, isRunning: boolean): string =>
  useEvery(20_000, isRunning, '', () => text)
