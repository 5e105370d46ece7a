'use client'

import { Code } from '@mantine/core'
import { type Action, useAction } from '@/components/forms'
import {
  type Column,
  ConfirmButton,
  DataTable,
  DialogButton,
  EmptyState,
  loadDialogWhenOpened,
} from '@/components/ui'
import { currentTimeZone, formatMoment } from '@/lib/kernel'
import type { TokenView } from '@/lib/teams/tokens'
import type { TokenDrawerProps } from './token-drawer'

interface TokenTableProps {
  readonly team: string
  readonly tokens: readonly TokenView[]
  /** Words for what a token can be permitted. */
  readonly permissions: readonly { readonly name: string; readonly label: string }[]
  readonly revoke: Action<{ team: string; tokenId: string }>
}

/** Lists the tokens that are not revoked, without their texts. */
export function TokenTable({ team, tokens, permissions, revoke }: TokenTableProps) {
  const labels = new Map(permissions.map(({ name, label }) => [name, label]))
  const { call } = useAction(revoke, 'The token was revoked.')
  const when = (at: Date | null, never: string) => (at ? formatMoment(at) : never)
  const columns: readonly Column<TokenView>[] = [
    { label: 'Name', render: ({ name }) => name },
    { label: 'Token', onCard: 'line', render: ({ prefix }) => <Code>{prefix}…</Code> },
    {
      label: 'May',
      onCard: 'line',
      render: ({ permissions: own }) =>
        own.length === permissions.length
          ? 'Everything'
          : own.map((name) => labels.get(name) ?? name).join('; '),
    },
    { label: 'Last use', render: ({ lastUsedAt }) => when(lastUsedAt, 'Never') },
    { label: 'Expires', render: ({ expiresAt }) => when(expiresAt, 'Never') },
    {
      label: 'Created',
      render: ({ createdByName, createdAt }) => `${formatMoment(createdAt)} by ${createdByName}`,
    },
    {
      label: 'Actions',
      isActions: true,
      render: ({ id, name }) => (
        <ConfirmButton
          label="Revoke"
          aria-label={`Revoke ${name}`}
          title={`Revoke “${name}”?`}
          text="Programs that use it are refused within five seconds, and its runs end. This cannot be undone."
          confirmLabel="Revoke the token"
          onConfirm={() => call({ team, tokenId: id })}
        />
      ),
    },
  ]
  if (tokens.length === 0)
    return <EmptyState title="No tokens yet" text="Create one for each program that uses the API." />
  return (
    <DataTable
      caption={`Tokens of the team, times in ${currentTimeZone()}`}
      columns={columns}
      rows={tokens}
      keyOf={({ id }) => id}
    />
  )
}

const TokenDrawer = loadDialogWhenOpened(
  () => import('./token-drawer').then((loaded) => loaded.TokenDrawer),
  ({ isOpen }) => isOpen,
)

/** Opens the form of a new token. */
export const CreateToken = (content: Omit<TokenDrawerProps, 'isOpen' | 'onClose'>) => (
  <DialogButton label="Create token" dialog={TokenDrawer} content={content} />
)
