import { type Column, DataTable } from '@/components/ui'
import { currentUnit } from '@/lib/kernel'
import { axisText } from '../chart-data'
import { stopWords } from './stop-text'
import { partsOf, type Stop, stopsOf, type WalletData } from './wallet-data'

/** Renders the chart's content as a table, to read and copy: future days first, then back from today. */
export function WalletTable({ name, data }: { readonly name: string; readonly data: WalletData }) {
  const past = (read: (place: number) => string | undefined) => (stop: Stop) =>
    stop.isComing ? '' : (read(stop.place) ?? '')
  const columns: Column<Stop>[] = [
    { key: 'time', label: 'Time', render: (stop) => stopWords(data, stop).title },
    {
      key: 'balance',
      label: `Balance (${currentUnit()})`,
      isNumeric: true,
      render: (stop) =>
        stop.isComing
          ? `about ${axisText(data.coming[stop.place]?.middle ?? 0)}`
          : data.past[stop.place]?.balanceText,
    },
    {
      key: 'likely',
      label: `Likely (${currentUnit()})`,
      isNumeric: true,
      render: ({ isComing, place }) => {
        const coming = isComing ? data.coming[place] : undefined
        return coming ? `${axisText(coming.low)} – ${axisText(coming.high)}` : ''
      },
    },
    {
      key: 'spent',
      label: `Spent (${currentUnit()})`,
      isNumeric: true,
      render: past((place) => data.past[place]?.spentText),
    },
    ...partsOf(data).map(({ key, label, texts }) => ({
      key: `of ${key}`,
      label: `${label} (${currentUnit()})`,
      isNumeric: true,
      render: past((place) => texts[place]),
    })),
    {
      key: 'before',
      label: `${data.beforeLabel} (${currentUnit()})`,
      isNumeric: true,
      render: past((place) => data.past[place]?.beforeText),
    },
    {
      key: 'marks',
      label: 'What happened',
      render: (stop) => stopWords(data, stop).marks.join('; '),
    },
  ]
  return (
    <DataTable
      caption={`${name}, as a table`}
      columns={columns}
      rows={stopsOf(data).toReversed()}
      keyOf={({ atMs, isComing }) => `${atMs} ${isComing}`}
    />
  )
}
