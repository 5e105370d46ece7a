import type { View } from '@/lib/collect/items'
import type { RunView } from '@/lib/collect/runs'
import { localTimeOf } from './columns'

/** Facts that a file of items states about itself: label and value, in order. */
export type About = readonly (readonly [label: string, value: string])[]

const ORDERS: Record<View['sort'], string> = {
  bought: 'Order of arrival',
  newest: 'Newest first',
  oldest: 'Oldest first',
  author: 'By author',
}

const WHICH: Record<View['only'], string> = {
  all: 'All but hidden ones',
  new: 'New only',
  starred: 'Starred only',
  noted: 'With a note only',
  hidden: 'Hidden only',
}

/** Returns whose items a file holds, which of them and in which order, and when it was made. */
export function aboutOf(run: RunView, view: View, timeZone: string, at: Date): About {
  const localTime = localTimeOf(timeZone)
  return [
    ['Search', run.searchName],
    ['Run', run.id],
    ['Run started (UTC)', run.startedAt.toISOString()],
    ['Run started', localTime(run.startedAt)],
    ['Time zone', timeZone],
    ['Which items', WHICH[view.only]],
    ['Find in these items', view.text],
    ['Order', ORDERS[view.sort]],
    ['Exported (UTC)', at.toISOString()],
    ['Exported', localTime(at)],
  ]
}
