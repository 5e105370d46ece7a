'use client'

import { useRouter } from 'next/navigation'
import { type Action, useAction } from '@/components/forms'
import {
  type Column,
  DataTable,
  Dimmed,
  RelativeTime,
  type RowAction,
  RowMenu,
  type Sorting,
  spentColumn,
} from '@/components/ui'
import { currentTimeZone, formatMoment, type Nano, type Role, unitTitle } from '@/lib/kernel'
import type { MemberView } from '@/lib/teams/teams'
import { ROLES, roleLabel } from './roles'

/** A member, what they spent in the last 30 days, and when their last call ended; null if they made none. */
export type MemberRow = MemberView & { readonly spentNano: Nano; readonly lastCallAt: Date | null }

interface MemberTableProps {
  readonly team: string
  readonly members: readonly MemberRow[]
  /** Number of admins in the whole team. */
  readonly admins: number
  readonly sorting: Sorting
  readonly now: Date
  /** The viewer of the table. */
  readonly own: { readonly id: string; readonly isAdmin: boolean }
  readonly changeRole: Action<{ team: string; memberId: string; role: Role }>
  readonly removeMember: Action<{ team: string; memberId: string }>
}

/** Lists the people of the team; admins change roles and remove people here. */
export function MemberTable(props: MemberTableProps) {
  const { team, members, admins, sorting, now, own, changeRole, removeMember } = props
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
      render: ({ id, name }) => (id === own.id ? `${name} (you)` : name),
    },
    {
      label: 'E-mail',
      onCard: 'state',
      render: ({ email }) => (
        <Dimmed lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          <span title={email}>{email}</span>
        </Dimmed>
      ),
    },
    {
      key: 'role',
      label: 'Role',
      onCard: 'line',
      render: ({ role }) => roleLabel(role),
    },
    spentColumn(`${unitTitle()}, 30 days`, ({ id }) => `/${team}/usage?range=30d&by=search&member=${id}`),
    {
      key: 'called',
      label: 'Last call',
      render: ({ lastCallAt }) => (lastCallAt ? <RelativeTime at={lastCallAt} now={now} /> : 'None'),
    },
    {
      key: 'joined',
      label: `Joined (${currentTimeZone()})`,
      render: ({ joinedAt }) => formatMoment(joinedAt),
    },
  ]
  const actionsOn = ({ id, name, role }: MemberRow): RowAction[] => {
    if (id === own.id) return [leaving]
    return [
      ...ROLES.filter(({ value }) => value !== role).map(({ value, one, may }) => ({
        label: `Make ${one}`,
        asks: {
          title: `Make ${name} ${one}?`,
          text: `They are signed out and have to sign in again. They will be able to ${may}.`,
          confirmLabel: `Make ${one}`,
          isHarmless: true,
        },
        act: () => changed.call({ team, memberId: id, role: value }),
      })),
      {
        label: 'Remove',
        isDanger: true,
        asks: {
          title: `Remove ${name}?`,
          text: 'This ends all sessions of this person. What was done and spent stays attributed to the name.',
          confirmLabel: 'Remove',
        },
        act: () => removed.call({ team, memberId: id }),
      },
    ]
  }
  const leaving: RowAction = {
    label: 'Leave the team',
    isDanger: true,
    asks: {
      title: 'Leave the team?',
      text: 'You are signed out everywhere, and only a new invite lets you back in. What you did and spent stays attributed to you.',
      confirmLabel: 'Leave the team',
    },
    act: leave,
  }
  const actions: Column<MemberRow> = {
    label: 'Actions',
    isActions: true,
    // A team keeps an admin.
    render: (row) =>
      row.role === 'admin' && admins === 1 ? (
        <Dimmed span size="xs">
          The only admin cannot leave
        </Dimmed>
      ) : (
        <RowMenu name={row.name} isDisabled={changed.isPending} actions={actionsOn(row)} />
      ),
  }
  return (
    <DataTable
      caption={`People of the team, times in ${currentTimeZone()}`}
      columns={own.isAdmin ? [...columns, actions] : columns}
      rows={members}
      sorting={sorting}
      keyOf={({ id }) => id}
      minWidth={780}
    />
  )
}
