import { StateBadge, type Tone } from '@/components/ui'
import type { KeyView } from '@/lib/keys/keys'
import type { KeyRow } from './key-row'

/** The facts about the team's service that concern its keys. */
export interface KeyService {
  /** Identity of the service, whatever its address. */
  readonly id: string
  /** Name that people use. */
  readonly label: string
  /** True if it reports facts about a key free of charge. */
  readonly tellsKeys: boolean
  /** Form of its keys. */
  readonly form: string
  /** Beginning of its keys, if known. */
  readonly beginsWith: string | null
  /** True if the built-in sandbox stands in for it. */
  readonly isSandbox: boolean
  /** True if the sandbox speaks as a real service. */
  readonly isPretend: boolean
}

const RATE_SOURCES: Readonly<Record<KeyView['rateSource'], string>> = {
  account: 'reported by the service',
  admin: 'entered by you',
  provider: 'the service’s documented limit',
  unknown: 'assumed: 1 request a second until you set it',
}

/** Says where a key's limit comes from. */
export const describeRateSource = (source: KeyView['rateSource']): string => RATE_SOURCES[source]

/** Explains why nothing is known about a key. */
export const explainUncheckedKey = ({ label, tellsKeys }: Pick<KeyService, 'label' | 'tellsKeys'>): string =>
  tellsKeys
    ? `It has not been checked with ${label} yet.`
    : `${label} does not report on keys, so a key is only tested by its calls.`

/** Says that a key is another service's, and what to do; null for a key of the team's own. */
export const describeOtherServiceKey = (
  elsewhere: string | null,
  { label }: Pick<KeyService, 'label'>,
): string | null =>
  elsewhere === null
    ? null
    : `It was added for ${elsewhere} and is never sent anywhere else. Add a key for ${label}, or choose ${elsewhere} again under Settings, Provider.`

const STATUS: Readonly<Record<KeyRow['status'], { readonly label: string; readonly tone: Tone }>> = {
  active: { label: 'Active', tone: 'good' },
  disabled: { label: 'Disabled', tone: 'quiet' },
  refused: { label: 'Refused by the API', tone: 'blocks' },
}
const ELSEWHERE = { label: 'For another service', tone: 'warn' } as const
const UNCHECKED = { label: 'Not checked', tone: 'quiet' } as const

/** Shows whether the key is in use, and whether it is known to work. */
export function KeyStatus({ row }: { readonly row: Pick<KeyRow, 'status' | 'isUnchecked' | 'elsewhere'> }) {
  const { status, isUnchecked, elsewhere } = row
  const isActive = status === 'active'
  const { tone, label } =
    isActive && elsewhere !== null ? ELSEWHERE : isActive && isUnchecked ? UNCHECKED : STATUS[status]
  return <StateBadge tone={tone}>{label}</StateBadge>
}
