import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { LinkTo } from '@/components/ui'
import { OPERATION_NAMES, OPERATIONS } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { teamWallets } from '../team-wallets'
import { CALLER_KINDS, CALLERS } from './groupings'
import { PickField } from './pick-field'
import type { UsageQuery } from './query'

interface ListFiltersProps {
  readonly ctx: TeamCtx
  readonly query: UsageQuery
  /** The page's address with some of its parameters changed. */
  hrefTo(changes: Partial<UsageQuery>): string
  /** What narrows this tab alone. */
  readonly children?: ReactNode
}

/** Narrows all of the page; widens the lists of calls and runs again after a click on a bar. */
export async function ListFilters({ ctx, query, hrefTo, children }: ListFiltersProps) {
  const [keys, members, wallets] = await Promise.all([listKeys(ctx), listMembers(ctx), teamWallets(ctx)])
  const named = (rows: readonly { readonly id: string; readonly name: string }[]) =>
    rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Group align="flex-end" gap="md">
      {(query.since || query.until) && (
        <LinkTo href={hrefTo({ since: null, until: null, after: null })} size="sm">
          Show the whole range
        </LinkTo>
      )}
      {children}
      <PickField
        parameter="key"
        label="Key"
        clearLabel="Show the calls of all keys"
        value={query.key}
        data={keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }))}
        w={230}
        size="xs"
      />
      <PickField
        parameter="member"
        label="Member"
        clearLabel="Show the calls of all members"
        value={query.member}
        data={named(members)}
        w={160}
        size="xs"
      />
      <PickField
        parameter="caller"
        label="Called by"
        clearLabel="Show the calls of all callers"
        value={query.caller}
        data={CALLER_KINDS.map((kind) => ({ value: kind, label: CALLERS[kind] }))}
        w={160}
        size="xs"
      />
      <PickField
        parameter="wallet"
        label="Wallet"
        clearLabel="Show the calls of all wallets"
        value={query.wallet}
        data={named(wallets)}
        w={160}
        size="xs"
      />
      <PickField
        parameter="operation"
        label="Operation"
        clearLabel="Show the calls of all operations"
        value={query.operation}
        data={OPERATION_NAMES.map((name) => ({ value: name, label: OPERATIONS[name].label }))}
        w={160}
        size="xs"
      />
    </Group>
  )
}
