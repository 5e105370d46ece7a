'use client'

import { useRouter } from 'next/navigation'
import { signInWithPassword } from '@/app/_server/client-auth'
import { type NewAccount, NewAccountForm } from '@/components/account'
import { TeamStep } from '@/components/setup'
import { createFirstAccountAction, createTeamAction } from './actions'

/** Creates the first account. `token` is that of the set-up link; empty at the machine itself. */
export function AccountStep({ token }: { readonly token: string }) {
  const create = (account: NewAccount) => createFirstAccountAction({ ...account, token })
  const enter = async ({ email, password }: NewAccount) => {
    await signInWithPassword(email, password)
    window.location.assign('/setup')
  }
  return <NewAccountForm submitLabel="Create account" create={create} onCreated={enter} />
}

export function NewTeamStep({ timeZones }: { readonly timeZones: readonly string[] }) {
  const router = useRouter()
  return (
    <TeamStep
      timeZones={timeZones}
      create={createTeamAction}
      onCreated={(slug) => router.replace(`/setup?team=${slug}`)}
    />
  )
}
