/** The definition of one metric: its description for Prometheus, and its labels. */
export interface MetricDefinition {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** Upper bounds of a histogram's buckets, in seconds. */
  readonly buckets?: readonly number[]
}

const CALL = ['team', 'wallet', 'key', 'environment', 'service'] as const
const KEY = ['team', 'wallet', 'key'] as const

const WAITS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]
const ANSWERS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const QUICK = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1, 5]

/** All of Purser's own metrics. docs/run/operations.md has the same table, which a test compares. */
export const METRICS = {
  purser_pages_total: { kind: 'counter', help: 'Pages that were bought and booked.', labels: CALL },
  purser_items_total: { kind: 'counter', help: 'Items on those pages.', labels: CALL },
  purser_charged_credits_total: {
    kind: 'counter',
    help: 'Credits that those pages cost, by the price in force. The ledger has the exact amounts.',
    labels: CALL,
  },
  purser_unpriced_items_total: {
    kind: 'counter',
    help: 'Items whose price was not known when they were booked.',
    labels: CALL,
  },
  purser_missed_calls_total: {
    kind: 'counter',
    help: 'Calls without a page: rate_limited (429), unknown (sent, answer lost), or free (certainly not charged).',
    labels: [...CALL, 'outcome'],
  },
  purser_slot_wait_seconds: {
    kind: 'histogram',
    help: 'How long calls waited for their slot.',
    labels: [...KEY, 'priority'],
    buckets: WAITS,
  },
  purser_upstream_seconds: {
    kind: 'histogram',
    help: 'How long the API took to answer calls.',
    labels: KEY,
    buckets: ANSWERS,
  },
  purser_key_queue_length: {
    kind: 'gauge',
    help: 'Calls that wait for a slot of a key.',
    labels: [...KEY, 'priority'],
  },
  purser_key_under_way: { kind: 'gauge', help: 'Calls that left and were not answered yet.', labels: KEY },
  purser_key_rate: {
    kind: 'gauge',
    help: 'Requests a second at which a key is paced at present.',
    labels: KEY,
  },
  purser_key_halted: {
    kind: 'gauge',
    help: '1 while nothing leaves with a key, as when its wallet is empty.',
    labels: KEY,
  },
  purser_wallet_balance_credits: {
    kind: 'gauge',
    help: 'The balance to expect: the last one read, minus what was spent since.',
    labels: ['team', 'wallet'],
  },
  purser_wallet_days_left: {
    kind: 'gauge',
    help: 'Days until a wallet is probably empty, as a band: p10, p50, p90. Missing beyond the horizon of the forecast.',
    labels: ['team', 'wallet', 'band'],
  },
  purser_budget_used_ratio: {
    kind: 'gauge',
    help: 'Spent and held in the present period of a budget, as a share of its amount.',
    labels: ['team', 'budget', 'period'],
  },
  purser_http_requests_total: {
    kind: 'counter',
    help: 'Requests that this instance answered.',
    labels: ['method', 'route', 'status'],
  },
  purser_http_request_seconds: {
    kind: 'histogram',
    help: 'How long answers took, until their last byte.',
    labels: ['route'],
    buckets: ANSWERS,
  },
  purser_database_seconds: {
    kind: 'histogram',
    help: 'How long the database took: read, write (outside of a transaction), statement (within one), begin, commit.',
    labels: ['process', 'engine', 'work'],
    buckets: QUICK,
  },
  purser_worker_up: { kind: 'gauge', help: '1 if the worker answered this scrape.', labels: ['process'] },
} as const satisfies Readonly<Record<string, MetricDefinition>>

export type MetricName = keyof typeof METRICS

/** The label values of a metric. */
export type LabelsOf<Name extends MetricName> = Readonly<
  Record<(typeof METRICS)[Name]['labels'][number], string>
>

/** The metrics of one kind. */
export type MetricOf<Kind extends MetricDefinition['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never
}[MetricName]
