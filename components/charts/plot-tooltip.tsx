import { Paper, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { formatShare } from '@/lib/kernel'
import { type ChartData, sharesAt, totalAt, totalWord } from './chart-data'
import classes from './charts.module.css'
import { MARK_SIGNS, markColor } from './mark-kinds'

/** Describes one bucket: its series by size with their shares, the total, the line's value. Escape hides it. */
export function PlotTooltip({ data, place }: { readonly data: ChartData; readonly place: number }) {
  const bucket = data.buckets[place]
  const [hiddenAt, hideAt] = useState<number | null>(null)
  useHotkeys([['Escape', () => hideAt(place)]])
  if (!bucket || hiddenAt === place) return null
  const rows = sharesAt(data, place).filter(({ share }) => share !== 0 && !(data.isMean && share === null))
  return (
    <Paper withBorder shadow="md" p="xs" className={classes.tooltip}>
      <Text size="sm" fw={600}>
        {bucket.title}
      </Text>
      {rows.length === 0 && <Text size="sm">{data.isMean ? 'Not known' : 'Nothing'}</Text>}
      {rows.map(({ key, label, text, share, color }) => (
        <div key={key} className={classes.row}>
          <span className={classes.swatch} style={{ background: color }} />
          <span className={classes.label}>{label}</span>
          <span>
            {text}
            {share !== null && !data.isMean && ` · ${formatShare(share)}`}
          </span>
        </div>
      ))}
      {rows.length > 0 && (
        <div className={classes.total}>
          <span className={classes.label}>{totalWord(data)}</span>
          <span>
            {totalAt(data, place)} {data.unit}
          </span>
        </div>
      )}
      {data.before && (
        <div className={classes.row}>
          <span className={classes.swatch} style={{ background: 'var(--chart-ghost)' }} />
          <span className={classes.label}>{data.before.label}</span>
          <span>{data.before.texts[place] ?? 'unknown'}</span>
        </div>
      )}
      {data.line && (
        <div className={classes.row}>
          <span className={classes.stroke} />
          <span className={classes.label}>{data.line.label}</span>
          <span>{data.line.texts[place] ?? 'unknown'}</span>
        </div>
      )}
      {data.marks?.[place]?.map(({ kind, text }) => (
        <Text key={text} size="sm" fw={500}>
          <span style={{ color: markColor(kind) }}>{MARK_SIGNS[kind]}</span> {text}
        </Text>
      ))}
    </Paper>
  )
}
