'use client'

import { useEvery } from '@/components/ui'

/** The running second of the server's monotonic clock; stands still unless running. */
export const useServerSecond = (offsetMs: number, isRunning: boolean): number =>
  useEvery(1000, isRunning, 0, () => Math.floor((performance.now() - offsetMs) / 1000))

/** What is read out: changes every few seconds at most, so that it can be heard. */
export const useSpoken = (text: string, isRunning: boolean): string =>
  useEvery(5000, isRunning, '', () => text)
