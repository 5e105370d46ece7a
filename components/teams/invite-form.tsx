'use client'

import { Alert, Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { CopyButton } from '@/components/ui'
import { formatMoment, type Role } from '@/lib/kernel'
import { ROLES } from './roles'

interface InviteFormProps {
  readonly team: string
  readonly timeZone: string
  readonly create: Action<{ team: string; role: Role; email: string }, { token: string; expiresAt: Date }>
}

/** Makes an invite link. It is shown only once, since only its hash is kept. */
export function InviteForm({ team, timeZone, create }: InviteFormProps) {
  const router = useRouter()
  const { call, isPending, refusal } = useAction(create)
  const [role, setRole] = useState<Role>('member')
  const [link, setLink] = useState<{ href: string; until: string } | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    const { data } = await call({ team, role, email })
    if (!data) return
    const href = `${window.location.origin}/invite/${data.token}`
    setLink({ href, until: formatMoment(data.expiresAt, timeZone) })
    router.refresh()
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <Group align="flex-end" gap="sm">
          <Select
            label="Role"
            data={ROLES.map(({ value, label, may }) => ({ value, label: `${label}: ${may}` }))}
            value={role}
            onChange={(value) => setRole(ROLES.find((each) => each.value === value)?.value ?? 'member')}
            allowDeselect={false}
            w={{ base: '100%', sm: 340 }}
          />
          <TextInput
            label="E-mail (optional)"
            name="email"
            type="email"
            placeholder="name@example.org"
            error={refusal?.fields.email}
            w={{ base: '100%', sm: 240 }}
          />
          <Button type="submit" loading={isPending}>
            Create an invite link
          </Button>
        </Group>
        {link && (
          <Alert role="status" variant="light" title="Send this link; it is shown only once">
            <Group gap="xs" wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{link.href}</Code>
              <CopyButton value={link.href} label="Copy the invite link" />
            </Group>
            <Text size="sm" mt={4}>
              One person can use it, until {link.until} ({timeZone}).
            </Text>
          </Alert>
        )}
      </Stack>
    </form>
  )
}
