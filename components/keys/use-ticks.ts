'use client'

import { useEffect, useRef, useState } from 'react'

/** A value that is looked up only every so often, however often the view around it is rendered. */
function useEvery<T>(ms: number, isRunning: boolean, first: T, look: () => T): T {
  const [value, setValue] = useState(first)
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    if (!isRunning) return
    const tick = () => setValue(latest.current())
    tick()
    const timer = setInterval(tick, ms)
    return () => clearInterval(timer)
  }, [ms, isRunning])
  return value
}

/** The running second of the server's monotonic clock; stands still unless running. */
export const useServerSecond = (offsetMs: number, isRunning: boolean): number =>
  useEvery(1000, isRunning, 0, () => Math.floor((performance.now() - offsetMs) / 1000))

/** What is read out: changes every few seconds at most, so that it can be heard. */
export const useSpoken = (text: string, isRunning: boolean): string =>
  useEvery(5000, isRunning, '', () => text)
