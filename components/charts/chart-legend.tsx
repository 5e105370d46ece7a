import { Group, Text } from '@mantine/core'
import type { ChartData } from './chart-data'
import classes from './charts.module.css'
import { colorsOf } from './colors'

/** Which colour is which series, and that the line is the line. */
export function ChartLegend({ data }: { readonly data: ChartData }) {
  const colors = colorsOf(data.series)
  return (
    <Group gap="md" component="ul" className={classes.list}>
      {data.series.map(({ key, label }, order) => (
        <Group key={key} component="li" gap={6} wrap="nowrap">
          <span className={classes.swatch} style={{ background: colors[order] }} aria-hidden />
          <Text size="sm">{label}</Text>
        </Group>
      ))}
      {data.line && (
        <Group component="li" gap={6} wrap="nowrap">
          <span className={classes.stroke} aria-hidden />
          <Text size="sm">{data.line.label}</Text>
        </Group>
      )}
    </Group>
  )
}
