import { Group, Text } from '@mantine/core'
import { LinkTo } from '@/components/ui'
import { type ChartData, isDrawn } from './chart-data'
import classes from './charts.module.css'
import { colorsOf } from './colors'
import { kindsOf, MARK_NAMES, MARK_SIGNS, markColor } from './mark-kinds'

interface ChartLegendProps {
  readonly data: ChartData
  /** Targets of the entries, by the key of their series. */
  readonly hrefs: Readonly<Record<string, string>>
}

/** Explains the colours of the series, the line, and the signs. */
export function ChartLegend({ data, hrefs }: ChartLegendProps) {
  const colors = colorsOf(data.series)
  return (
    <Group gap="4px 16px" component="ul" className={classes.list}>
      {data.series.map(({ key, label }, order) => (
        <Group key={key} component="li" gap={6} wrap="nowrap">
          <span className={classes.swatch} style={{ background: colors[order] }} aria-hidden />
          {hrefs[key] ? (
            <LinkTo href={hrefs[key]} scroll={false} size="sm" isQuiet>
              {label}
            </LinkTo>
          ) : (
            <Text size="sm">{label}</Text>
          )}
        </Group>
      ))}
      {data.before?.values.some((value) => value !== null && value !== 0) && (
        <Group component="li" gap={6} wrap="nowrap">
          <span className={classes.swatch} style={{ background: 'var(--chart-ghost)' }} aria-hidden />
          <Text size="sm">{data.before.label}</Text>
        </Group>
      )}
      {data.line && isDrawn(data.line) && (
        <Group component="li" gap={6} wrap="nowrap">
          <span className={classes.stroke} aria-hidden />
          <Text size="sm">{data.line.label}</Text>
        </Group>
      )}
      {kindsOf((data.marks ?? []).flat()).map((kind) => (
        <Group key={kind} component="li" gap={6} wrap="nowrap">
          <Text span size="xs" c={markColor(kind)} aria-hidden>
            {MARK_SIGNS[kind]}
          </Text>
          <Text size="sm">{MARK_NAMES[kind]}</Text>
        </Group>
      ))}
    </Group>
  )
}
