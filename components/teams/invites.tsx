'use client'

import { Box, Button, Group, Radio, RadioGroup, Stack, Text, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, SinglePageForm, useAction } from '@/components/forms'
import { ChoiceField, ConfirmButton, DataTable, ShownOnce } from '@/components/ui'
import { currentTimeZone, formatMoment, type Role } from '@/lib/kernel'
import type { InviteMailOutcome, InviteView } from '@/lib/teams/teams'
import { ROLES, roleLabel } from './roles'

interface InviteFormProps {
  readonly team: string
  /** True if a mail server is set. */
  readonly canMail: boolean
  readonly create: Action<
    { team: string; role: Role; email: string; isOpen: boolean },
    { token: string; expiresAt: Date; mail: InviteMailOutcome }
  >
}

interface Made {
  readonly href: string
  readonly until: string
  readonly email: string
  readonly mail: InviteMailOutcome
}

const MAIL: Readonly<Record<InviteMailOutcome, string>> = {
  sent: 'The same invite was sent by e-mail.',
  failed: 'The mail server did not accept the e-mail, so send the link yourself.',
  limit: 'No e-mail was sent because today’s limit is reached, so send the link yourself.',
  none: '',
}

/**
 * Creates an invite for one address, or intentionally for anyone. Its link is shown only once, because only its hash
 * is kept.
 */
export function InviteForm({ team, canMail, create }: InviteFormProps) {
  const router = useRouter()
  const [role, setRole] = useState<Role>('member')
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  if (made) return <MadeInvite made={made} onNext={() => setMade(null)} />
  return (
    <SinglePageForm
      submitLabel="Create invite link"
      send={create}
      read={(form) => ({ team, role, email: String(form.get('email') ?? '').trim(), isOpen })}
      onDone={({ email }, data) => {
        if (!data) return
        const href = `${window.location.origin}/invite/${data.token}`
        setMade({ href, until: formatMoment(data.expiresAt), email, mail: data.mail })
        router.refresh()
      }}
    >
      {(faults) => (
        <>
          <RadioGroup
            label="Who may use it"
            value={isOpen ? 'anyone' : 'address'}
            onChange={(value) => setOpen(value === 'anyone')}
          >
            <Group mt={4}>
              <Radio value="address" label="One e-mail address" />
              <Radio value="anyone" label="Anyone who has the link" />
            </Group>
          </RadioGroup>
          {!isOpen && (
            <TextInput
              label="E-mail address"
              name="email"
              type="email"
              required
              placeholder="name@example.org"
              error={faults.email}
            />
          )}
          <ChoiceField
            label="Role"
            data={ROLES.map(({ value, label, may }) => ({ value, label: `${label}: ${may}` }))}
            value={role}
            onChange={(value) => setRole(ROLES.find((each) => each.value === value)?.value ?? 'member')}
          />
          {isOpen && (
            <Text size="sm">
              The first person who opens the link can join with any address. Keep it private.
            </Text>
          )}
          {!isOpen && canMail && <Text size="sm">The link is sent to the address, and shown here too.</Text>}
        </>
      )}
    </SinglePageForm>
  )
}

interface MadeInviteProps {
  readonly made: Made
  onNext(): void
}

/** Replaces the form, so that the button that created the invite cannot be pressed twice. */
const MadeInvite = ({ made, onNext }: MadeInviteProps) => (
  <Stack>
    <ShownOnce
      title="Send this link; it is shown only once"
      text={made.href}
      copyLabel="Copy the invite link"
      takesFocus
    >
      {made.email === '' ? 'Anyone who has it' : `Only ${made.email}`} can use it, once, until {made.until} (
      {currentTimeZone()}). {MAIL[made.mail]}
    </ShownOnce>
    <Group>
      <Button variant="default" onClick={onNext}>
        Create another invite
      </Button>
    </Group>
  </Stack>
)

interface InviteListProps {
  readonly team: string
  readonly invites: readonly InviteView[]
  readonly revoke: Action<{ team: string; inviteId: string }>
}

/** Lists invite links that nobody has used yet. */
export function InviteList({ team, invites, revoke }: InviteListProps) {
  const { call } = useAction(revoke, 'The invite was withdrawn.')
  return (
    <Box mt="md">
      <DataTable
        caption={`Open invites, times in ${currentTimeZone()}`}
        minWidth={420}
        rows={invites}
        keyOf={({ id }) => id}
        columns={[
          { key: 'for', label: 'For', render: ({ email }) => email ?? 'Anyone with the link' },
          { key: 'role', label: 'Role', render: ({ role }) => roleLabel(role) },
          {
            key: 'expires',
            label: `Works until (${currentTimeZone()})`,
            render: ({ expiresAt }) => formatMoment(expiresAt),
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
                onConfirm={() => call({ team, inviteId: id })}
              />
            ),
          },
        ]}
      />
    </Box>
  )
}
