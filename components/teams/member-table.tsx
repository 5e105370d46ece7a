'use client'

import { Group, Select, Stack, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { ConfirmButton, DataTable } from '@/components/ui'
import type { Role } from '@/lib/kernel'
import type { MemberView } from '@/lib/teams'
import { ROLES } from './roles'

type Row = MemberView & { readonly joined: string }

interface MemberTableProps {
  readonly team: string
  readonly members: readonly Row[]
  readonly isAdmin: boolean
  readonly changeRole: Action<{ team: string; memberId: string; role: Role }>
  readonly removeMember: Action<{ team: string; memberId: string }>
}

const isRole = (value: string | null): value is Role => ROLES.some((role) => role.value === value)

/** The people of the team; admins change roles and remove people here. */
export function MemberTable({ team, members, isAdmin, changeRole, removeMember }: MemberTableProps) {
  const router = useRouter()
  const changed = useAction(changeRole)
  const removed = useAction(removeMember)
  const change = async (memberId: string, role: string | null) => {
    if (isRole(role) && (await changed.call({ team, memberId, role })).ok) router.refresh()
  }
  const remove = async (memberId: string) => {
    if ((await removed.call({ team, memberId })).ok) router.refresh()
  }
  const columns = [
    {
      key: 'name',
      label: 'Name',
      render: ({ name, email }: Row) => (
        <>
          <Text size="sm">{name}</Text>
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    {
      key: 'role',
      label: 'Role',
      render: ({ id, name, role }: Row) =>
        isAdmin ? (
          <Select
            aria-label={`Role of ${name}`}
            size="xs"
            w={130}
            data={ROLES.map(({ value, label }) => ({ value, label }))}
            value={role}
            onChange={(value) => change(id, value)}
            allowDeselect={false}
            disabled={changed.isPending}
          />
        ) : (
          role
        ),
    },
    { key: 'joined', label: 'Joined', render: ({ joined }: Row) => joined },
  ]
  const actions = {
    key: 'actions',
    label: 'Actions',
    render: ({ id, name }: Row) => (
      <Group gap="xs">
        <ConfirmButton
          label="Remove"
          aria-label={`Remove ${name}`}
          title={`Remove ${name}?`}
          text="This ends all sessions of this person. What was done and spent stays attributed to the name."
          confirmLabel="Remove"
          onConfirm={() => remove(id)}
        />
      </Group>
    ),
  }
  return (
    <Stack gap="sm">
      <RefusalAlert refusal={changed.refusal ?? removed.refusal} />
      <DataTable
        caption="People of the team"
        columns={isAdmin ? [...columns, actions] : columns}
        rows={members}
        keyOf={({ id }) => id}
        minWidth={480}
      />
    </Stack>
  )
}
