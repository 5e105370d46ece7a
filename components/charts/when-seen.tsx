'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenSeenProps {
  /** Gives the place the size of what will stand in it. */
  readonly className: string
  readonly children: ReactNode
}

/** How far below the window a chart is taken for seen: it is there when one has scrolled to it. */
const AHEAD = '200px'

/** The browser's own work of opening the page comes first, also where it knows of no idle time. */
const LATER_MS = 2000

/**
 * Keeps a chart's place, and renders the chart when it comes into sight, or the page has been open for a while: printing
 * waits for no code to load.
 */
export function WhenSeen({ className, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !place.current) return
    const see = () => setSeen(true)
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) see()
      },
      { rootMargin: AHEAD },
    )
    observer.observe(place.current)
    const later = setTimeout(see, LATER_MS)
    return () => {
      observer.disconnect()
      clearTimeout(later)
    }
  }, [isSeen])
  return isSeen ? children : <div ref={place} className={className} />
}
