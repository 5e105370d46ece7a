'use client'

import { Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, type CallResult, useAction } from '@/components/forms'
import {
  AppLink,
  ChoiceField,
  type Column,
  ConfirmButton,
  ConfirmDialog,
  Credits,
  DataTable,
  Dimmed,
  type Sorting,
} from '@/components/ui'
import { currentTimeZone, formatMoment, type Nano, type Role, unitTitle } from '@/lib/kernel'
import type { MemberView } from '@/lib/teams/teams'
import { ROLES, roleLabel } from './roles'

/** A member, and what they spent in the last 30 days. */
export type MemberRow = MemberView & { readonly spentNano: Nano }

interface MemberTableProps {
  readonly team: string
  readonly members: readonly MemberRow[]
  /** Number of admins in the whole team. */
  readonly admins: number
  readonly sorting: Sorting
  /** The viewer of the table. */
  readonly own: { readonly id: string; readonly isAdmin: boolean }
  readonly changeRole: Action<{ team: string; memberId: string; role: Role }>
  readonly removeMember: Action<{ team: string; memberId: string }>
}

/** Lists the people of the team; admins change roles and remove people here. */
export function MemberTable(props: MemberTableProps) {
  const { team, members, admins, sorting, own, changeRole, removeMember } = props
  const router = useRouter()
  const changed = useAction(changeRole, 'The role was changed.')
  const removed = useAction(removeMember, 'The member was removed.')
  const left = useAction(removeMember)
  const leave = async () => {
    const called = await left.call({ team, memberId: own.id })
    if (called.ok) router.push('/')
    return called
  }
  const columns: Column<MemberRow>[] = [
    {
      key: 'name',
      label: 'Name',
      render: ({ id, name, email }) => (
        <>
          <Text size="sm">{id === own.id ? `${name} (you)` : name}</Text>
          <Dimmed>{email}</Dimmed>
        </>
      ),
    },
    {
      key: 'role',
      label: 'Role',
      // Only another admin can change one's own.
      render: ({ id, name, role }) =>
        own.isAdmin && id !== own.id ? (
          <RoleField
            member={{ name, role }}
            isPending={changed.isPending}
            change={(to) => changed.call({ team, memberId: id, role: to })}
          />
        ) : (
          roleLabel(role)
        ),
    },
    {
      key: 'spent',
      label: `${unitTitle()}, 30 days`,
      isNumeric: true,
      onCard: 'figure',
      render: ({ id, spentNano }) => (
        <AppLink href={`/${team}/usage?range=30d&by=search&member=${id}`}>
          <Credits amount={spentNano} period="30 days" />
        </AppLink>
      ),
    },
    {
      key: 'joined',
      label: `Joined (${currentTimeZone()})`,
      render: ({ joinedAt }) => formatMoment(joinedAt),
    },
  ]
  const actions: Column<MemberRow> = {
    label: 'Actions',
    isActions: true,
    // A team keeps an admin.
    render: ({ id, name, role }) =>
      role === 'admin' && admins === 1 ? (
        <Dimmed span size="xs">
          The only admin cannot leave
        </Dimmed>
      ) : id === own.id ? (
        <ConfirmButton
          label="Leave"
          aria-label="Leave the team"
          title="Leave the team?"
          text="You are signed out everywhere, and only a new invite lets you back in. What you did and spent stays attributed to you."
          confirmLabel="Leave the team"
          onConfirm={leave}
        />
      ) : (
        <ConfirmButton
          label="Remove"
          aria-label={`Remove ${name}`}
          title={`Remove ${name}?`}
          text="This ends all sessions of this person. What was done and spent stays attributed to the name."
          confirmLabel="Remove"
          onConfirm={() => removed.call({ team, memberId: id })}
        />
      ),
  }
  return (
    <DataTable
      caption={`People of the team, times in ${currentTimeZone()}`}
      columns={own.isAdmin ? [...columns, actions] : columns}
      rows={members}
      sorting={sorting}
      keyOf={({ id }) => id}
      minWidth={700}
    />
  )
}

interface RoleFieldProps {
  readonly member: Pick<MemberView, 'name' | 'role'>
  readonly isPending: boolean
  change(role: Role): Promise<CallResult<unknown>>
}

/** Chooses a member's role. Another one ends the person's sessions, so it is confirmed first. */
function RoleField({ member: { name, role }, isPending, change }: RoleFieldProps) {
  const [asked, ask] = useState<(typeof ROLES)[number] | null>(null)
  const [isOpen, setOpen] = useState(false)
  const choose = (value: string | null) => {
    const chosen = ROLES.find((each) => each.value === value && value !== role)
    if (!chosen) return
    ask(chosen)
    setOpen(true)
  }
  return (
    <>
      <ChoiceField
        aria-label={`Role of ${name}`}
        size="xs"
        w={130}
        data={ROLES.map(({ value, label }) => ({ value, label }))}
        value={role}
        onChange={choose}
        disabled={isPending}
      />
      {asked && (
        <ConfirmDialog
          isOpen={isOpen}
          title={`Make ${name} ${asked.one}?`}
          text={`They are signed out and have to sign in again. They will be able to: ${asked.may}.`}
          confirmLabel={`Make ${asked.one}`}
          isHarmless
          onConfirm={() => change(asked.value)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
