'use client'

import { useEffect, useRef, useState } from 'react'

/** Returns a value that is read only from time to time, however often the view around it renders. */
export function useEvery<T>(ms: number, isRunning: boolean, first: T, look: () => T): T {
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
