'use client'

import { useEffect, useState } from 'react'

/** The time by this browser's clock, in milliseconds, every so often; null before the first tick. */
export function useTicks(everyMs: number): number | null {
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
