'use client'

import { Box, Button, Group, Radio, RadioGroup, Stack, Text, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, formFieldText, SaveForm, useAction } from '@/components/forms'
import { ChoiceField, ConfirmButton, DataTable, ShownOnce } from '@/components/ui'
import { currentTimeZone, formatMoment, type Role } from '@/lib/kernel'
import type { InviteMailOutcome, InviteView } from '@/lib/teams/teams'
import { ROLES, roleLabel } from './roles'

interface InviteFormProps {
  readonly team: string
  /** True if a mail server is set. */
  readonly canMail: boolean
  readonly create: Action<{ team: string; role: Role; email: string; isOpen: boolean }, NewInvite>
}

interface NewInvite {
  readonly token: string
  readonly expiresAt: Date
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
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<(NewInvite & { readonly email: string }) | null>(null)
  // The form is gone, so that the button that created the invite cannot be pressed twice.
  if (made)
    return (
      <Stack>
        <ShownOnce
          title="Send this link; it is shown only once"
          text={`${window.location.origin}/invite/${made.token}`}
          copyLabel="Copy the invite link"
          takesFocus
        >
          {made.email === '' ? 'Anyone who has it' : `Only ${made.email}`} can use it, once, until{' '}
          {formatMoment(made.expiresAt)} ({currentTimeZone()}). {MAIL[made.mail]}
        </ShownOnce>
        <Group>
          <Button variant="default" onClick={() => setMade(null)}>
            Create another invite
          </Button>
        </Group>
      </Stack>
    )
  const emailIn = (form: FormData) => formFieldText(form, 'email').trim()
  const roleIn = (form: FormData) => ROLES.find(({ value }) => value === form.get('role'))?.value ?? 'member'
  return (
    <SaveForm
      submitLabel="Create invite link"
      save={(form) => create({ team, role: roleIn(form), email: emailIn(form), isOpen })}
      onDone={(data, form) => {
        if (!data) return
        setMade({ ...data, email: emailIn(form) })
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
            name="role"
            defaultValue="member"
          />
          {isOpen && (
            <Text size="sm">
              The first person who opens the link can join with any address. Keep it private.
            </Text>
          )}
          {!isOpen && canMail && <Text size="sm">The link is sent to the address, and shown here too.</Text>}
        </>
      )}
    </SaveForm>
  )
}

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
          { label: 'For', render: ({ email }) => email ?? 'Anyone with the link' },
          { label: 'Role', render: ({ role }) => roleLabel(role) },
          {
            label: `Works until (${currentTimeZone()})`,
            render: ({ expiresAt }) => formatMoment(expiresAt),
          },
          {
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
