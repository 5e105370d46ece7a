import { useState } from 'react'

/** Takes the first and the last bucket of a span, by their places. */
export type SelectSpan = (first: number, last: number) => void

interface At {
  readonly activeIndex?: number | string | null | undefined
}

interface Drag {
  readonly from: number
  readonly to: number
}

/** A span that is drawn with the mouse over a chart. `onPress` is told of a press without a drag. */
export function useDrag(onSpan: SelectSpan | undefined, onPress?: (place: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const placeOf = ({ activeIndex }: At) => (activeIndex == null ? null : Number(activeIndex))
  const end = () => {
    setDrag(null)
    if (!drag) return
    const { from, to } = drag
    if (from === to) onPress?.(from)
    else onSpan?.(Math.min(from, to), Math.max(from, to))
  }
  const handlers = {
    onMouseDown: (at: At) => {
      const place = placeOf(at)
      setDrag(place === null ? null : { from: place, to: place })
    },
    onMouseMove: (at: At) => {
      const place = placeOf(at)
      if (drag && place !== null && place !== drag.to) setDrag({ from: drag.from, to: place })
    },
    onMouseUp: end,
    onMouseLeave: () => setDrag(null),
  }
  const isDrawn = onSpan !== undefined && drag !== null && drag.from !== drag.to
  return { handlers, drawn: isDrawn ? drag : null }
}
