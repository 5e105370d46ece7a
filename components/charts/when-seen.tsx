'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

interface WhenSeenProps {
  /** Gives the place the size of what will stand in it. */
  readonly className: string
  readonly children: ReactNode
}

/** How far below the window a chart is taken for seen: it is there when one has scrolled to it. */
const AHEAD = '200px'

/** Keeps a chart's place, and renders the chart when it comes into sight or the page is printed: only then its code loads. */
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
    window.addEventListener('beforeprint', see)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', see)
    }
  }, [isSeen])
  return isSeen ? children : <div ref={place} className={className} />
}
