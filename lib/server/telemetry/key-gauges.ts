import type { KeyNames } from '@/lib/collect/runs'
import { PRIORITIES, type Priority } from '@/lib/kernel'
import { setGauge } from '@/lib/platform/metrics'
import type { Pacers } from '@/lib/upstream/pacing'

interface KeyGaugeParts {
  readonly pacers: Pick<Pacers, 'list'>
  readonly book: {
    /** Returns the names of a key with which calls were made; null for others. */
    readonly namesOf: (keyId: string) => KeyNames | null
  }
}

/** Sets the gauges of each key of this worker. It reads nothing from the database. */
export function gaugeKeys({ pacers, book }: KeyGaugeParts): void {
  const keys = pacers.list().flatMap(({ keyId, pacer }) => {
    const names = book.namesOf(keyId)
    return names ? [{ names, figures: pacer.figures() }] : []
  })
  const waiting = (priority: Priority) =>
    keys.map(({ names, figures }) => [{ ...names, priority }, figures.queue[priority].waiting] as const)
  setGauge('purser_key_queue_length', PRIORITIES.flatMap(waiting))
  setGauge(
    'purser_key_under_way',
    keys.map(({ names, figures }) => [names, figures.underWay]),
  )
  setGauge(
    'purser_key_rate',
    keys.map(({ names, figures }) => [names, figures.rate]),
  )
  setGauge(
    'purser_key_halted',
    keys.map(({ names, figures }) => [names, figures.halted === null ? 0 : 1]),
  )
}
