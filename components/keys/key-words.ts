import type { KeyView } from '@/lib/keys/keys'

/** The team's service, as far as its keys are concerned. */
export interface KeyService {
  /** Which service it is, wherever it lies. */
  readonly id: string
  /** What people call it. */
  readonly label: string
  /** Whether it tells anything about a key without being paid. */
  readonly tellsKeys: boolean
  /** What a key of it looks like. */
  readonly form: string
  /** How its keys begin, where that is known. */
  readonly beginsWith: string | null
  /** The built-in sandbox stands in for it. */
  readonly isSandbox: boolean
  /** The sandbox speaks as a service that exists. */
  readonly isPretend: boolean
}

const RATE_SOURCES: Readonly<Record<KeyView['rateSource'], string>> = {
  account: 'told by the service',
  admin: 'said by you',
  provider: 'the service’s documented limit',
  unknown: 'a guess: 1 request a second until you say more',
}

/** Who says how fast a key may run. */
export const describeRateSource = (source: KeyView['rateSource']): string => RATE_SOURCES[source]

/** Why nothing is known about a key. */
export const whyUnchecked = ({ label, tellsKeys }: Pick<KeyService, 'label' | 'tellsKeys'>): string =>
  tellsKeys
    ? `${label} was not asked yet.`
    : `${label} tells nothing about a key; it is tried with each call.`

/** That a key is of another service, and what to do; null for a key of the team's own. */
export const describeElsewhere = (
  elsewhere: string | null,
  { label }: Pick<KeyService, 'label'>,
): string | null =>
  elsewhere === null
    ? null
    : `It was added for ${elsewhere} and is sent nowhere else. Add a key of ${label}, or choose ${elsewhere} again under Settings, Provider.`
