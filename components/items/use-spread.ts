'use client'

import { useLayoutEffect, useReducer, useRef } from 'react'

/** Number of new items that are mounted at a time while the page scrolls; more would make a frame late. */
const MAX_NEW = 2

/**
 * Returns which of the visible items to mount now: all mounted ones, and a few new ones while the page scrolls. The
 * others follow in the next frames, so that no frame waits for a screenful.
 */
export function useSpread(indexes: readonly number[], isScrolling: boolean): ReadonlySet<number> {
  const [, putUpMore] = useReducer((count: number) => count + 1, 0)
  const up = useRef<ReadonlySet<number>>(new Set())
  const before = up.current
  let room = isScrolling ? MAX_NEW : Number.POSITIVE_INFINITY
  const now = new Set(indexes.filter((index) => before.has(index) || room-- > 0))
  const isWhole = now.size === indexes.length
  useLayoutEffect(() => {
    up.current = now
    if (isWhole) return
    const frame = requestAnimationFrame(putUpMore)
    return () => cancelAnimationFrame(frame)
  })
  return now
}
