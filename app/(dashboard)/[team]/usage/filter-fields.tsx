import { type PageRange, teamProvider } from '@/app/_server'
import { LOOK_UP, OPERATION_NAMES, operationLabel } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { OUTCOMES } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { PickField } from '../pick-field'
import { pickableTokens } from '../pickable-tokens'
import { teamWallets } from '../team-wallets'
import { CALLER_KINDS, CALLERS, GROUPING_NAMES, OUTCOME_NAMES } from './groupings'
import { pickableServices } from './pickable-services'
import type { UsageQuery } from './query'

interface FilterFieldsProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

const named = (rows: readonly { readonly id: string; readonly name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

/**
 * Narrows chart, table and lists. Searches, of which there may be thousands, are narrowed to by their rows in the
 * table.
 */
export async function FilterFields({ ctx, range, query }: FilterFieldsProps) {
  const [services, tokens, keys, members, wallets, { provider }] = await Promise.all([
    pickableServices(ctx, query.service),
    pickableTokens(ctx, query.token),
    listKeys(ctx),
    listMembers(ctx),
    teamWallets(ctx),
    teamProvider(ctx),
  ])
  const operations = new Set([
    ...OPERATION_NAMES,
    ...(provider.lookup ? [LOOK_UP] : []),
    ...provider.paths.map(({ name }) => name),
    // The chosen one may be an operation that the provider no longer names.
    ...(query.operation === null ? [] : [query.operation]),
  ])
  const fields = [
    { by: 'environment', all: 'environments', data: named(range.environments) },
    { by: 'wallet', all: 'wallets', data: named(wallets) },
    {
      by: 'key',
      all: 'keys',
      data: keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
    },
    { by: 'member', all: 'members', data: named(members) },
    { by: 'service', all: 'services', data: named(services) },
    { by: 'token', all: 'tokens', data: named(tokens) },
    {
      by: 'caller',
      all: 'callers',
      data: CALLER_KINDS.map((kind) => ({ value: kind, label: CALLERS[kind] })),
    },
    {
      by: 'operation',
      all: 'operations',
      data: [...operations].map((name) => ({ value: name, label: operationLabel(name) })),
    },
    {
      by: 'outcome',
      all: 'outcomes',
      data: OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_NAMES[outcome] })),
    },
  ] as const
  return fields.map(
    ({ by, all, data }) =>
      data.length > 0 && (
        <PickField
          key={by}
          parameter={by}
          label={GROUPING_NAMES[by]}
          clearLabel={`Show all ${all}`}
          value={by === 'environment' ? range.environmentId : query[by]}
          data={data}
          w="100%"
        />
      ),
  )
}
