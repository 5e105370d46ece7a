'use client'

import { Badge, Checkbox, Group, Radio, RadioGroup, Stack, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { type Action, type CallResult, SaveForm, useAction } from '@/components/forms'
import {
  type Column,
  DataTable,
  Dimmed,
  type Refusal,
  RefusalAlert,
  type RowAction,
  RowMenu,
  ShownOnce,
  StateBadge,
} from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { PersonView, TeamCreators } from '@/lib/teams/accounts'

interface PeopleTableProps {
  readonly people: readonly PersonView[]
  readonly ownId: string
  readonly timeZone: string
  readonly setAdmin: Action<{ userId: string; isAdmin: boolean }>
  readonly disable: Action<{ userId: string; isDisabled: boolean }>
  readonly remove: Action<{ userId: string; takesOver: boolean }>
  readonly makeLink: Action<{ userId: string }, { token: string; expiresAt: Date }>
}

/** Scrolls to the result, because what was pressed may be far below, such as in the last row. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Lists the accounts of the installation, with what its admins may do to each. */
export function PeopleTable({ people, ownId, timeZone, ...actions }: PeopleTableProps) {
  const router = useRouter()
  const setAdmin = useAction(actions.setAdmin)
  const disable = useAction(actions.disable)
  const remove = useAction(actions.remove)
  const makeLink = useAction(actions.makeLink)
  /** The box in the question before a deletion. */
  const takesOver = useRef<HTMLInputElement>(null)
  const [link, setLink] = useState<{ href: string; name: string; until: Date } | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  /** Waits for an act. One that asks first is refused in its question. */
  const perform = async <Data,>(call: Promise<CallResult<Data>>, asks = false) => {
    setRefusal(null)
    setLink(null)
    const called = await call
    if (called.ok) router.refresh()
    else if (!asks) setRefusal(called.refusal)
    return called
  }
  const linkOf = ({ id: userId, name, isDisabled }: PersonView): RowAction => ({
    label: 'Create a link for a new password',
    isDisabled,
    async act() {
      const { data } = await perform(makeLink.call({ userId }))
      if (!data) return
      const href = `${window.location.origin}/sign-in/reset/${data.token}`
      setLink({ href, name, until: data.expiresAt })
    },
  })
  const adminOf = ({ id: userId, isInstallationAdmin }: PersonView): RowAction => {
    const asks = isInstallationAdmin && userId === ownId
    const act = () => perform(setAdmin.call({ userId, isAdmin: !isInstallationAdmin }), asks)
    if (!asks)
      return { label: isInstallationAdmin ? 'Remove as installation admin' : 'Make installation admin', act }
    return {
      label: 'Give up installation admin',
      asks: {
        title: 'Give up installation admin?',
        text: 'You will no longer manage the accounts of this installation or be able to open this page. Only another installation admin can undo this. Your roles in teams stay.',
        confirmLabel: 'Give it up',
      },
      act,
    }
  }
  const disablingOf = ({ id: userId, name, isDisabled }: PersonView): RowAction => {
    const act = () => perform(disable.call({ userId, isDisabled: !isDisabled }), !isDisabled)
    if (isDisabled) return { label: 'Enable', act }
    return {
      label: 'Disable',
      asks: {
        title: `Disable ${name}?`,
        text: `${name} is signed out at once; open runs, links and invites end. The account can be enabled again, but what has ended is not restored.`,
        confirmLabel: 'Disable the account',
        isHarmless: true,
      },
      act,
    }
  }
  const deletionOf = ({ id: userId, name }: PersonView): RowAction => ({
    label: 'Delete',
    isDanger: true,
    asks: {
      title: `Delete ${name}?`,
      text: (
        <Stack>
          {name} is signed out and leaves every team; open runs and invites end, schedules pause. Name and
          address of the account become “Deleted person”. This cannot be undone.
          <Checkbox
            ref={takesOver}
            label="Where this person is the only admin, make me an admin of the team"
          />
        </Stack>
      ),
      confirmLabel: 'Delete the person',
    },
    act: () => perform(remove.call({ userId, takesOver: takesOver.current?.checked ?? false }), true),
  })
  const columns: Column<PersonView>[] = [
    {
      label: 'Name',
      render: ({ id, name, email }) => (
        <>
          <Text size="sm">{id === ownId ? `${name} (you)` : name}</Text>
          <Dimmed>{email}</Dimmed>
        </>
      ),
    },
    {
      label: 'Rights',
      onCard: 'state',
      render: ({ isInstallationAdmin, isDisabled }) =>
        (isInstallationAdmin || isDisabled) && (
          <Group gap={4}>
            {isInstallationAdmin && (
              <Badge variant="light" miw="max-content">
                Installation admin
              </Badge>
            )}
            {isDisabled && <StateBadge tone="warn">Disabled</StateBadge>}
          </Group>
        ),
    },
    { label: 'Teams', isNumeric: true, render: ({ teams }) => teams },
    {
      label: `Created (${timeZone})`,
      render: ({ createdAt }) => formatMoment(createdAt, timeZone),
    },
    {
      label: 'Actions',
      isActions: true,
      render: (person) => (
        <RowMenu
          name={person.name}
          actions={[
            ...(person.id === ownId ? [] : [linkOf(person)]),
            adminOf(person),
            disablingOf(person),
            ...(person.id === ownId ? [] : [deletionOf(person)]),
          ]}
        />
      ),
    },
  ]
  return (
    <Stack gap="sm">
      {refusal && (
        <div ref={show}>
          <RefusalAlert refusal={refusal} />
        </div>
      )}
      {link && (
        <ShownOnce
          title={`Pass this link on to ${link.name}; it is shown only once`}
          text={link.href}
          copyLabel="Copy the link"
          takesFocus
        >
          It sets a new password, once, until {formatMoment(link.until, timeZone)} ({timeZone}). All sessions
          of {link.name} then end.
        </ShownOnce>
      )}
      {people.length > 0 && (
        <DataTable
          caption={`Accounts by e-mail address, times in ${timeZone}`}
          columns={columns}
          rows={people}
          keyOf={({ id }) => id}
          minWidth={720}
        />
      )}
    </Stack>
  )
}

interface TeamMakersFormProps {
  readonly teamsBy: TeamCreators
  readonly save: Action<{ teamsBy: TeamCreators }>
}

/** Chooses who may create teams. */
export function TeamCreatorsForm({ teamsBy, save }: TeamMakersFormProps) {
  const read = (form: FormData) => (form.get('teamsBy') === 'everyone' ? 'everyone' : 'admins')
  return (
    <SaveForm submitLabel="Save" message="It was saved." save={(form) => save({ teamsBy: read(form) })}>
      {() => (
        <RadioGroup label="Who may create teams" name="teamsBy" defaultValue={teamsBy}>
          <Group mt={4}>
            <Radio value="admins" label="Installation admins" />
            <Radio value="everyone" label="Everyone with an account" />
          </Group>
        </RadioGroup>
      )}
    </SaveForm>
  )
}
