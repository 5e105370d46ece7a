'use client'

import { Stack } from '@mantine/core'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ConfirmButton, DataTable, useTellDone } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { InviteView } from '@/lib/teams/teams'
import { roleLabel } from './roles'

interface InviteListProps {
  readonly team: string
  readonly invites: readonly InviteView[]
  readonly timeZone: string
  readonly revoke: Action<{ team: string; inviteId: string }>
}

/** Lists invite links that nobody has used yet. */
export function InviteList({ team, invites, timeZone, revoke }: InviteListProps) {
  const tellDone = useTellDone()
  const { call, refusal } = useAction(revoke)
  const withdraw = async (inviteId: string) => {
    if ((await call({ team, inviteId })).ok) tellDone('The invite was withdrawn.')
  }
  return (
    <Stack gap="sm" mt="md">
      <RefusalAlert refusal={refusal} />
      <DataTable
        caption={`Open invites, times in ${timeZone}`}
        minWidth={420}
        rows={invites}
        keyOf={({ id }) => id}
        columns={[
          { key: 'for', label: 'For', render: ({ email }) => email ?? 'Anyone with the link' },
          { key: 'role', label: 'Role', render: ({ role }) => roleLabel(role) },
          {
            key: 'expires',
            label: `Works until (${timeZone})`,
            render: ({ expiresAt }) => formatMoment(expiresAt, timeZone),
          },
          {
            key: 'actions',
            label: 'Actions',
            isActions: true,
            render: ({ id, email }) => (
              <ConfirmButton
                label="Withdraw"
                aria-label={email ? `Withdraw the invite of ${email}` : 'Withdraw the invite of anyone'}
                title="Withdraw this invite?"
                text="The link will no longer work."
                confirmLabel="Withdraw"
                onConfirm={() => withdraw(id)}
              />
            ),
          },
        ]}
      />
    </Stack>
  )
}
