import { type PointerEvent, useRef, useState } from 'react'
import { PLOT_MARGIN } from './plot-parts'

/** Selects a span, by the indices of its first and last bucket. */
export type SelectSpan = (first: number, last: number) => void

interface Drag {
  readonly from: number
  readonly to: number
}

interface DragOptions {
  /** Number of buckets in the chart. */
  readonly many: number
  /** Width of the axis, at which the first one begins. */
  readonly axisWidth: number
  /** True if buckets are points, the first and last at the edges, and not bands. */
  readonly isPoints?: boolean
  readonly onSpan: SelectSpan | undefined
  /** Called for a press without a drag. */
  onPress?(index: number): void
}

/**
 * Tracks a span that is drawn with the mouse over a chart. Uses the pointer's own events: the chart's come a frame
 * late, and a quick drag would be lost.
 */
export function useDrag({ many, axisWidth, isPoints = false, onSpan, onPress }: DragOptions) {
  const drag = useRef<Drag | null>(null)
  const [drawn, setDrawn] = useState<Drag | null>(null)
  const change = (to: Drag | null) => {
    drag.current = to
    setDrawn(to && to.from !== to.to ? to : null)
  }
  const placeAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const part = (clientX - left - axisWidth) / (width - axisWidth - PLOT_MARGIN.right)
    const index = isPoints ? Math.round(part * (many - 1)) : Math.floor(part * many)
    return Math.min(many - 1, Math.max(0, index))
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      const index = placeAt(event)
      change({ from: index, to: index })
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (drag.current && event.pointerType === 'mouse' && onSpan)
        change({ from: drag.current.from, to: placeAt(event) })
    },
    onPointerUp: () => {
      const ended = drag.current
      change(null)
      if (!ended) return
      const { from, to } = ended
      if (from === to) onPress?.(from)
      else onSpan?.(Math.min(from, to), Math.max(from, to))
    },
    onPointerLeave: () => change(null),
    onPointerCancel: () => change(null),
  }
  return { handlers, drawn }
}
