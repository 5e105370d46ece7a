import { Alert } from '@mantine/core'
import { StateBadge } from '@/components/ui'
import type {
  AlertKind,
  AlertSettingView,
  AlertSubject,
  AttentionItem,
  ChannelEvent,
  ChannelView,
  DeliveryView,
} from '@/lib/alerts/alerts'
import { currentUnit, formatPlural, formatWithUnit, joinWithOr, parseNano } from '@/lib/kernel'

interface KindWords {
  readonly label: string
  readonly text: string
  /** Severity: danger or loss, or something that wants attention; `busy` only informs. */
  readonly tone: 'bad' | 'blocks' | 'warn' | 'busy'
}

/** Name, condition and severity of each kind of alert. */
export const ALERT_KIND_LABELS: Readonly<Record<AlertKind, KindWords>> = {
  low_balance: { tone: 'bad', label: 'Low balance', text: 'A wallet holds less than a limit.' },
  run_out: { tone: 'bad', label: 'Running out', text: 'A wallet will probably run out within a few days.' },
  budget_threshold: {
    tone: 'busy',
    label: 'Budget warning',
    text: 'A budget has reached one of its warning levels.',
  },
  budget_stopped: { tone: 'blocks', label: 'Budget stop', text: 'A budget refused a call.' },
  unusual_spend: {
    tone: 'warn',
    label: 'Unusual spend',
    text: 'The last 24 hours cost far more than usual.',
  },
  outside_spend: {
    tone: 'bad',
    label: 'Outside spend',
    text: 'A balance fell by more than your team’s calls explain.',
  },
  key_refused: { tone: 'blocks', label: 'Key refused', text: 'The API no longer accepts a key.' },
  price_shift: {
    tone: 'warn',
    label: 'Price shift',
    text: 'The provider charged more or less than was booked.',
  },
  upstream_failing: { tone: 'bad', label: 'API failing', text: '5 calls in a row failed.' },
  schedule_failing: {
    tone: 'warn',
    label: 'Schedule fails',
    text: 'A schedule failed 5 times in a row and paused itself.',
  },
  new_items: {
    tone: 'busy',
    label: 'New items',
    text: 'A scheduled run brought more new items than its schedule’s limit.',
  },
  nothing_new: {
    tone: 'busy',
    label: 'Nothing new',
    text: 'A schedule has brought nothing new for longer than its limit.',
  },
}

/** Names of the things that alerts are about: of one, and of all. */
export const ALERT_SUBJECT_LABELS: Readonly<
  Record<AlertSubject, { readonly one: string; readonly all: string }>
> = {
  wallet: { one: 'Wallet', all: 'Wallets' },
  key: { one: 'Key', all: 'Keys' },
  budget: { one: 'Budget', all: 'Budgets' },
  search: { one: 'Search', all: 'Searches' },
  service: { one: 'The API', all: 'The API' },
}

/** Name and severity of everything that needs attention: alerts, raises and calls whose cost is not known. */
export const NEED_KIND_LABELS: Readonly<Record<AttentionItem['kind'], Pick<KindWords, 'label' | 'tone'>>> = {
  ...ALERT_KIND_LABELS,
  over_budget: { tone: 'bad', label: 'Over budget' },
  raise: { tone: 'busy', label: 'Raise' },
  unknown_calls: { tone: 'warn', label: 'Unknown calls' },
}

/** Labels of a kind's parameters. */
export const PARAMETER_LABELS: Readonly<Record<string, string>> = {
  percent: 'Percentage of the highest balance in 30 days',
  get credits() {
    return `An amount in ${currentUnit()} instead of a percentage`
  },
  days: 'Days ahead',
  times: 'Times a usual day',
}

/** Writers of the parameters' values in words. */
const LIMITS: Readonly<Record<string, (value: string) => string>> = {
  percent: (value) => `${value}% of the highest balance in 30 days`,
  credits: (value) => formatWithUnit(parseNano(value) ?? 0n),
  days: (value) => `${formatPlural(Number(value), 'day')} ahead`,
  times: (value) => `${value} times a usual day`,
}

/** Places of the limits of kinds that have none of their own, or limits that cannot be changed. */
const LIMITS_ELSEWHERE: Readonly<Partial<Record<AlertKind, string>>> = {
  budget_threshold: 'Each budget has its own',
  new_items: 'Each schedule has its own',
  nothing_new: 'Each schedule has its own',
  upstream_failing: '5 calls, fixed',
  schedule_failing: '5 times, fixed',
}

/** Describes the limits of a kind that apply; empty if it has none. */
export function describeLimits({ kind, parameters }: Pick<AlertSettingView, 'kind' | 'parameters'>): string {
  if (Object.keys(parameters).length === 0) return LIMITS_ELSEWHERE[kind] ?? ''
  // A number of credits replaces the percentage.
  const isReplaced = (name: string) => name === 'percent' && Boolean(parameters.credits)
  const given = Object.entries(parameters).filter(([name, value]) => value !== '' && !isReplaced(name))
  return joinWithOr(given.map(([name, value]) => LIMITS[name]?.(value) ?? `${name} ${value}`)) || 'None'
}

export const CHANNEL_KINDS = { email: 'E-mail', slack: 'Slack webhook', webhook: 'Signed webhook' } as const

/** Kinds of messages that a channel can take. */
export const CHANNEL_EVENTS: Readonly<Record<ChannelEvent, { readonly label: string }>> = {
  alert: { label: 'Alerts' },
  'run.ended': { label: 'Run ended' },
  'items.new': { label: 'New items' },
  'budget.reached': { label: 'Budget reached a percent' },
  'balance.changed': { label: 'Balance changed' },
}

/** Describes what is sent to a channel: "Alerts (Low balance), Run ended". */
export function describeSubscription({ events, kinds }: Pick<ChannelView, 'events' | 'kinds'>): string {
  const chosen =
    kinds.length === 0 ? '' : ` (${kinds.map((kind) => ALERT_KIND_LABELS[kind].label).join(', ')})`
  const names = events.map((event) => CHANNEL_EVENTS[event].label + (event === 'alert' ? chosen : ''))
  return names.join(', ') || 'nothing'
}

const MESSAGES: Readonly<Record<DeliveryView['event'], string>> = {
  fired: 'Began',
  recovered: 'Ended',
  test: 'Test',
  'run.items': 'New items',
  'run.ended': 'Run',
  'items.new': 'Items',
  'budget.reached': 'Budget',
  'balance.changed': 'Balance',
}

/** Describes what a message reported. */
export const describeMessage = ({ event, title }: DeliveryView): string =>
  title === null ? MESSAGES[event] : `${MESSAGES[event]}: ${title}`

/** Names the kind of something open, and shows its severity. */
export function KindBadge({ kind }: { readonly kind: AttentionItem['kind'] }) {
  const { tone, label } = NEED_KIND_LABELS[kind]
  return <StateBadge tone={tone === 'busy' ? 'waits' : tone}>{label}</StateBadge>
}

export const NO_MAIL_SERVER =
  'No mail server is set up. The person who runs Purser sets SMTP_URL and MAIL_FROM.'

/** Warns beside an e-mail channel that this installation cannot send mail. */
export const NoMailServer = () => (
  <Alert color="orange" variant="light" p="xs">
    {NO_MAIL_SERVER}
  </Alert>
)
