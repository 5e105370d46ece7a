import { ReferenceArea, ReferenceLine, useChartWidth, usePlotArea, useXAxisScale } from 'recharts'
import { type ChartData, markColor, markKindsOf } from './chart-data'
import { MarkTexts, markTextOf, ROW_HEIGHT } from './mark-texts'

/** Space above the drawing for one row of words. */
const SPACE_ABOVE = 20

/** Returns how much space a chart needs above it: for several events there is a second row for words. */
export function spaceAboveChart({ marks = [] }: ChartData, usual: number): number {
  const many = marks.filter((each) => each.length > 0).length
  return many === 0 ? usual : SPACE_ABOVE + (many === 1 ? 0 : ROW_HEIGHT)
}

interface PlotMarksProps {
  readonly marks: ChartData['marks']
  /** The span that is being dragged. */
  readonly drawn: { readonly from: number; readonly to: number } | null
}

/** Draws a line with its words or sign at each event, and the span that is being dragged. */
export function PlotMarks({ marks = [], drawn }: PlotMarksProps) {
  const [width, area, scale] = [useChartWidth(), usePlotArea(), useXAxisScale()]
  const texts = marks.flatMap(
    (each, index) => markTextOf(each, scale?.(index, { position: 'middle' }) ?? 0) ?? [],
  )
  return (
    <>
      {marks.map((each, index) =>
        markKindsOf(each)
          .slice(0, 1)
          .map((kind) => (
            <ReferenceLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a bucket's place is what it is known by.
              key={`mark ${index}`}
              x={index}
              stroke={markColor(kind)}
              strokeDasharray="2 3"
              // Behind the bars (300), which a line would cut in two.
              zIndex={200}
            />
          )),
      )}
      {width && area && scale && <MarkTexts texts={texts} left={0} right={width} y={area.y - 5} />}
      {drawn && <ReferenceArea x1={drawn.from} x2={drawn.to} fill="var(--accent)" fillOpacity={0.15} />}
    </>
  )
}
