'use client'

import { Badge, Group, Radio, RadioGroup, Stack, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, RefusalAlert, SaveForm, useAction } from '@/components/forms'
import { type Column, DataTable, DotsMenu, ShownOnce, StateBadge } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { PersonView, TeamCreators } from '@/lib/teams/accounts'
import type { PersonActionsProps } from './opened-actions'

interface PeopleTableProps {
  readonly people: readonly PersonView[]
  readonly ownId: string
  readonly timeZone: string
  readonly setAdmin: Action<{ userId: string; isAdmin: boolean }>
  readonly disable: Action<{ userId: string; isDisabled: boolean }>
  readonly remove: Action<{ userId: string; takesOver: boolean }>
  readonly makeLink: Action<{ userId: string }, { token: string; expiresAt: Date }>
}

const loadActions = () => import('./opened-actions').then(({ OpenedActions }) => OpenedActions)

/** Scrolls to the result, because what was pressed may be far below, such as in the last row. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Lists the accounts of the installation, with what its admins may do to each. */
export function PeopleTable({ people, ownId, timeZone, ...actions }: PeopleTableProps) {
  const router = useRouter()
  const setAdmin = useAction(actions.setAdmin)
  const disable = useAction(actions.disable)
  const remove = useAction(actions.remove)
  const makeLink = useAction(actions.makeLink)
  const [link, setLink] = useState<{ href: string; name: string; until: Date } | null>(null)
  const calls = [setAdmin, disable, remove, makeLink]
  const begin = () => {
    for (const call of calls) call.reset()
    setLink(null)
  }
  const done = ({ ok }: { ok: boolean }) => {
    if (ok) router.refresh()
  }
  const columns: Column<PersonView>[] = [
    {
      key: 'name',
      label: 'Name',
      render: ({ id, name, email }) => (
        <>
          <Text size="sm">{id === ownId ? `${name} (you)` : name}</Text>
          <Text size="sm" c="dimmed">
            {email}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      label: 'Rights',
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
    { key: 'teams', label: 'Teams', isNumeric: true, render: ({ teams }) => teams },
    {
      key: 'since',
      label: `Created (${timeZone})`,
      render: ({ createdAt }) => formatMoment(createdAt, timeZone),
    },
    {
      key: 'actions',
      label: 'Actions',
      isActions: true,
      render: (person) => (
        <DotsMenu<PersonActionsProps>
          name={person.name}
          load={loadActions}
          content={{
            person,
            isOwn: person.id === ownId,
            async onAdmin(isAdmin) {
              begin()
              done(await setAdmin.call({ userId: person.id, isAdmin }))
            },
            async onDisable(isDisabled) {
              begin()
              done(await disable.call({ userId: person.id, isDisabled }))
            },
            async onDelete(takesOver) {
              begin()
              done(await remove.call({ userId: person.id, takesOver }))
            },
            async onLink() {
              begin()
              const { data } = await makeLink.call({ userId: person.id })
              if (!data) return
              const href = `${window.location.origin}/sign-in/reset/${data.token}`
              setLink({ href, name: person.name, until: data.expiresAt })
            },
          }}
        />
      ),
    },
  ]
  const refusal = calls.find((call) => call.refusal)?.refusal
  return (
    <Stack gap="sm">
      {refusal && (
        <div ref={show}>
          <RefusalAlert refusal={refusal} />
        </div>
      )}
      {link && <ResetLinkAlert {...link} timeZone={timeZone} />}
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

/** Shows a link for a new password. It is shown only once, because only its hash is kept. */
function ResetLinkAlert(props: {
  readonly href: string
  readonly name: string
  readonly until: Date
  readonly timeZone: string
}) {
  const { href, name, until, timeZone } = props
  return (
    <ShownOnce
      title={`Pass this link on to ${name}; it is shown only once`}
      text={href}
      copyLabel="Copy the link"
      takesFocus
    >
      It sets a new password, once, until {formatMoment(until, timeZone)} ({timeZone}). All sessions of {name}{' '}
      then end.
    </ShownOnce>
  )
}

interface TeamMakersFormProps {
  readonly teamsBy: TeamCreators
  readonly save: Action<{ teamsBy: TeamCreators }>
}

/** Chooses who may create teams. */
export function TeamCreatorsForm({ teamsBy, save }: TeamMakersFormProps) {
  const [chosen, setChosen] = useState(teamsBy)
  return (
    <SaveForm submitLabel="Save" message="It was saved." save={() => save({ teamsBy: chosen })}>
      {() => (
        <RadioGroup
          label="Who may create teams"
          value={chosen}
          onChange={(value) => setChosen(value === 'everyone' ? 'everyone' : 'admins')}
        >
          <Group mt={4}>
            <Radio value="admins" label="Installation admins" />
            <Radio value="everyone" label="Everyone with an account" />
          </Group>
        </RadioGroup>
      )}
    </SaveForm>
  )
}
