'use client'

import { useIntersection } from '@mantine/hooks'
import { type ReactNode, useEffect, useState } from 'react'
import { useIsPrinting } from '@/components/ui'
import classes from './charts.module.css'

interface WhenSeenProps {
  /** Class that gives the place the size of its content. */
  readonly className: string
  readonly children: ReactNode
  /**
   * The same figures for paper: a browser prints immediately, without waiting for the code of a chart that nobody has
   * seen.
   */
  readonly onPaper: ReactNode
}

/** Distance below the window at which a chart counts as seen, so that it is ready once it is scrolled to. */
const AHEAD = '200px'

/** Reserves a chart's place, and renders the chart when it comes into view; its code loads only then. */
export function RenderWhenVisible({ className, children, onPaper }: WhenSeenProps) {
  const { ref, entry } = useIntersection({ rootMargin: AHEAD })
  const [isSeen, setSeen] = useState(false)
  const isPrinted = useIsPrinting()
  useEffect(() => {
    if (entry?.isIntersecting) setSeen(true)
  }, [entry])
  if (isSeen) return children
  return (
    <div ref={ref} className={isPrinted ? undefined : `${className} ${classes.unseen}`}>
      {isPrinted && onPaper}
    </div>
  )
}
