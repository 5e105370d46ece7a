'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePrinted } from '@/components/ui'

interface WhenSeenProps {
  /** Gives the place the size of what will stand in it. */
  readonly className: string
  readonly children: ReactNode
  /** The same figures, for paper: a browser prints at once, and does not wait for the code of a chart that nobody has seen. */
  readonly onPaper: ReactNode
}

/** How far below the window a chart is taken for seen: it is there when one has scrolled to it. */
const AHEAD = '200px'

/** Keeps a chart's place, and renders the chart when it comes into sight: only then its code loads. */
export function WhenSeen({ className, children, onPaper }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  const isPrinted = usePrinted()
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
