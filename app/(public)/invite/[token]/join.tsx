'use client'

import { Button, Stack, Text } from '@mantine/core'
import { signInWithPassword, signOutTo } from '@/app/_server/client-auth'
import { type NewAccount, NewAccountForm } from '@/components/account'
import { useAction } from '@/components/forms'
import { RefusalAlert } from '@/components/ui'
import { acceptInviteAction, acceptInviteWithNewAccountAction } from './actions'

interface JoinProps {
  readonly token: string
  readonly team: string
}

interface JoinAsNewProps extends JoinProps {
  /** The e-mail address that the invite is for; null for anyone. */
  readonly email: string | null
}

export function JoinWithNewAccount({ token, team, email }: JoinAsNewProps) {
  const create = (account: NewAccount) => acceptInviteWithNewAccountAction({ ...account, token })
  const enter = async ({ email: typed, password }: NewAccount, joined: { slug: string } | undefined) => {
    await signInWithPassword(typed, password)
    window.location.assign(`/${joined?.slug ?? ''}`)
  }
  return (
    <NewAccountForm
      submitLabel={`Join ${team}`}
      email={email ?? undefined}
      create={create}
      onCreated={enter}
    />
  )
}

export function JoinWithAccount({ token, team, name }: JoinProps & { readonly name: string }) {
  const { call, isPending, refusal } = useAction(acceptInviteAction)
  const join = async () => {
    const { data } = await call({ token })
    if (data) window.location.assign(`/${data.slug}`)
  }
  return (
    <Stack>
      <RefusalAlert refusal={refusal} />
      <Text size="sm">You are signed in as {name}.</Text>
      <Button onClick={join} loading={isPending}>
        Join {team}
      </Button>
    </Stack>
  )
}

interface OtherAddressProps {
  readonly token: string
  /** The e-mail address that the invite is for. */
  readonly email: string
  readonly person: { readonly name: string; readonly email: string }
}

/** Tells a person that the invite is for another e-mail address than their account's. */
export function WrongInviteAddress({ token, email, person }: OtherAddressProps) {
  return (
    <Stack>
      <Text size="sm">
        This invite is for {email}. You are signed in as {person.name}, {person.email}.
      </Text>
      <Button onClick={() => signOutTo(`/invite/${encodeURIComponent(token)}`)}>Sign out and continue</Button>
    </Stack>
  )
}
