'use client'

import { useEvery } from '@/components/ui'

/** Returns the current second of the server's monotonic clock; stands still unless running. */
export const useServerSecond = (offsetMs: number, isRunning: boolean): number =>
  useEvery(1000, isRunning, 0, () => Math.floor((performance.now() - offsetMs) / 1000))

/** Returns the text to read out, which changes rarely enough that it can be heard together with something else. */
export const useSpoken = (text: string, isRunning: boolean): string =>
  useEvery(20_000, isRunning, '', () => text)
