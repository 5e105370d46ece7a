'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useIsPrinting } from '@/components/ui'

interface WhenSeenProps {
  /** Class that gives the place the size of its content. */
  readonly className: string
  readonly children: ReactNode
  /**
   * The same figures for paper: a browser prints at once, and does not wait for the code of a chart that nobody has
   * seen.
   */
  readonly onPaper: ReactNode
}

/** Distance below the window at which a chart counts as seen, so that it is ready when one has scrolled to it. */
const AHEAD = '200px'

/** Reserves a chart's place, and renders the chart when it comes into sight; its code loads only then. */
export function RenderWhenVisible({ className, children, onPaper }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  const isPrinted = useIsPrinting()
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
    return () => observer.disconnect()
  }, [isSeen])
  if (isSeen) return children
  return (
    <div ref={place} className={isPrinted ? undefined : className} data-unseen>
      {isPrinted && onPaper}
    </div>
  )
}
