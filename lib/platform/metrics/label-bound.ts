import type { MetricDefinition } from './definitions'

/** Label values by name. */
export type Labels = Readonly<Record<string, string>>

/** Limits the number of label sets of one metric. */
export interface LabelBound {
  /** Returns whether these labels are known, or there is room for them. */
  admits(labels: Labels): boolean
  /** Returns the labels to use: these or, if there is no room, the same with names replaced by `other`. */
  labelsFor(labels: Labels): Labels
}

/** Maximum number of label sets; a histogram has a line for each of its buckets. */
const MAX: Readonly<Record<MetricDefinition['kind'], number>> = {
  counter: 1000,
  gauge: 1000,
  histogram: 200,
}
const MAX_LENGTH = 80
/** Labels that have few values, whatever people do. */
const FEW = new Set([
  'priority',
  'outcome',
  'band',
  'process',
  'engine',
  'work',
  'method',
  'status',
  'period',
])

/**
 * Creates the limit of a metric. Once there is no room, further labels are counted together under `other`, so that
 * sums stay correct.
 */
export function boundLabels({ kind, labels: names }: MetricDefinition): LabelBound {
  const known = new Map<string, Labels>()
  // Callers that count the same labels repeatedly pass the same object.
  const seen = new WeakMap<Labels, Labels>()
  const nameOf = (labels: Labels) => {
    let text = ''
    for (const name of names) text += `${labels[name]}\n`
    return text
  }
  return {
    admits: (labels) => known.size < MAX[kind] || known.has(nameOf(labels)),
    labelsFor(labels) {
      const before = seen.get(labels)
      if (before) return before
      const bounded = find(labels)
      seen.set(labels, bounded)
      return bounded
    },
  }

  function find(labels: Labels): Labels {
    const name = nameOf(labels)
    const before = known.get(name)
    if (before) return before
    if (known.size >= MAX[kind]) return mapped(labels, (value, label) => (FEW.has(label) ? value : 'other'))
    const made = mapped(labels, (value) => value.slice(0, MAX_LENGTH))
    known.set(name, made)
    return made
  }
}

const mapped = (labels: Labels, map: (value: string, label: string) => string): Labels =>
  Object.fromEntries(Object.entries(labels).map(([label, value]) => [label, map(value, label)]))
