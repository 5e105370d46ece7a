import { formatDay } from '@/lib/kernel'
import { axisText } from '../chart-data'
import { marksWithin, partsOf, type Stop, type WalletData } from './wallet-data'

export interface StopWords {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly text: string }[]
  readonly marks: readonly string[]
}

/** Describes a stop: its balance, spend and events; for a future day, what is likely. */
export function stopWords(data: WalletData, { place, isComing }: Stop): StopWords {
  const coming = isComing ? data.coming[place] : undefined
  if (coming)
    return {
      // It describes the end of the day, which is the first moment of the next one.
      title: formatDay(new Date(coming.atMs - 1), data.timeZone),
      lines: [
        { label: 'Balance, most likely', text: axisText(coming.middle) },
        { label: 'In 80 of 100 cases', text: `${axisText(coming.low)} – ${axisText(coming.high)}` },
      ],
      marks: [],
    }
  const stop = data.past[place]
  if (!stop) return { title: '', lines: [], marks: [] }
  return {
    title: stop.title,
    lines: [
      { label: stop.toMs > data.nowMs ? 'Balance now' : 'Balance', text: stop.balanceText },
      { label: 'Spent', text: stop.spentText },
      ...partsOf(data).map(({ label, texts }) => ({ label, text: texts[place] ?? '' })),
      { label: data.beforeLabel, text: stop.beforeText },
    ],
    marks: marksWithin(data, stop).map(({ text }) => text),
  }
}

/** Describes a stop in one line, to be read out. */
export function stopText(data: WalletData, stop: Stop | undefined): string {
  if (!stop) return 'Nothing to show'
  const { title, lines, marks } = stopWords(data, stop)
  return [title, ...lines.map(({ label, text }) => `${label} ${text}`), ...marks].join(', ')
}
