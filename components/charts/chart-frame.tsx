'use client'

import { Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { AppLink, Segments } from '@/components/ui'
import {
  type ChartData,
  describeTogether,
  MARKS,
  type MarkWords,
  markColor,
  markKindsOf,
  seriesColors,
} from './chart-data'
import classes from './charts.module.css'
import { RenderWhenVisible } from './when-seen'

interface ChartFrameProps {
  readonly name: string
  readonly legend: ReactNode
  /** Another switch, beside the one between chart and table. */
  readonly otherSwitch?: ReactNode
  /** The same numbers, to read, copy and print. */
  readonly table: ReactNode
  /** Class that reserves the place of the drawing. */
  readonly className: string
  readonly children: ReactNode
}

/** Renders a chart with its legend, and its table behind a switch. Its drawing loads when it is seen. */
export function ChartFrame({ name, legend, otherSwitch, table, className, children }: ChartFrameProps) {
  const [isTable, setTable] = useState(false)
  return (
    <Stack gap="xs">
      {/* Beside a long legend, not below it; on a phone two switches do not fit there. */}
      <Group justify="space-between" align="flex-start" gap="xs" wrap={otherSwitch ? 'wrap' : 'nowrap'}>
        {legend}
        <Group gap="xs" flex="none">
          {otherSwitch}
          <Segments
            label={`How to show: ${name}`}
            value={isTable ? 'table' : 'chart'}
            onChange={(value) => setTable(value === 'table')}
            choices={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
        </Group>
      </Group>
      {isTable ? (
        table
      ) : (
        <RenderWhenVisible className={className} onPaper={table}>
          {children}
        </RenderWhenVisible>
      )}
    </Stack>
  )
}

/** Shows the colour of a series. */
export const Swatch = ({ color }: { readonly color: string | undefined }) => (
  <span className={classes.swatch} style={{ background: color }} aria-hidden />
)

/** Shows the stroke of a line. */
export const Stroke = () => <span className={classes.stroke} aria-hidden />

export const GHOST_COLOR = 'var(--chart-ghost)'

interface ChartLegendProps {
  readonly series: ChartData['series']
  /** Name of the previous period, if it is drawn. */
  readonly before: string | null
  /** Name of the line, if it is drawn. */
  readonly line: string | null
  /** All events that are drawn; a phone has no room to write them beside their signs. */
  readonly marks: readonly MarkWords[]
  /** Targets of the entries, by the key of their series. */
  readonly hrefs?: Readonly<Record<string, string>> | undefined
}

/** Explains the colours of the series, the line, and the signs with what they sum up to. */
export function ChartLegend({ series, before, line, marks, hrefs = {} }: ChartLegendProps) {
  const colors = seriesColors(series)
  return (
    <ul className={classes.legend} aria-label="Legend">
      {series.map(({ key, label }, order) => (
        <li key={key}>
          <Swatch color={colors[order]} />
          {hrefs[key] ? (
            <AppLink href={hrefs[key]} scroll={false} size="inherit" isQuiet>
              {label}
            </AppLink>
          ) : (
            label
          )}
        </li>
      ))}
      {before !== null && (
        <li>
          <Swatch color={GHOST_COLOR} />
          {before}
        </li>
      )}
      {line !== null && (
        <li data-line>
          <Stroke />
          {line}
        </li>
      )}
      {markKindsOf(marks).map((kind) => (
        <li key={kind}>
          <span style={{ color: markColor(kind) }} aria-hidden>
            {MARKS[kind].sign}
          </span>
          {describeTogether(kind, marks).text}
        </li>
      ))}
    </ul>
  )
}

interface ChartNoteProps {
  readonly title: string
  readonly rows: readonly {
    readonly key?: string
    readonly label: string
    readonly text: string
    /** Shows how it is drawn. */
    readonly sign?: ReactNode
    readonly isTotal?: boolean
  }[]
  /** Events, each a paragraph. */
  readonly marks: readonly MarkWords[] | undefined
}

/** Describes one position of a chart. */
export const ChartNote = ({ title, rows, marks = [] }: ChartNoteProps) => (
  <div className={classes.note}>
    <strong>{title}</strong>
    {rows.map(({ key, label, text, sign, isTotal }) => (
      <div key={key ?? label} data-total={isTotal}>
        {sign}
        <span>{label}</span>
        <span>{text}</span>
      </div>
    ))}
    {marks.map(({ kind, text }) => (
      <p key={text}>
        <span style={{ color: markColor(kind) }}>{MARKS[kind].sign}</span> {text}
      </p>
    ))}
  </div>
)
