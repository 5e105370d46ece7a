'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { signInWithPassword } from '@/app/_server/client-auth'
import { startRunAction } from '@/app/(dashboard)/[team]/runs/actions'
import { createSearchAction, updateSearchAction } from '@/app/(dashboard)/[team]/searches/actions'
import { chooseServiceAction } from '@/app/(dashboard)/[team]/settings/provider/actions'
import { createWalletAction } from '@/app/(dashboard)/[team]/wallets/actions'
import { type NewAccount, NewAccountForm } from '@/components/account'
import { SearchStep, TeamStep, WalletStep } from '@/components/setup'
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

type FirstWalletProps = Pick<ComponentProps<typeof WalletStep>, 'team' | 'services' | 'service'>

/** Renders the step of the first wallet. The server knows the next step: each one only refreshes the page. */
export function FirstWallet(props: FirstWalletProps) {
  const router = useRouter()
  return (
    <WalletStep
      {...props}
      chooseService={chooseServiceAction}
      create={createWalletAction}
      onCreated={() => router.refresh()}
    />
  )
}

type FirstSearchProps = Omit<
  ComponentProps<typeof SearchStep>,
  'createSearch' | 'updateSearch' | 'startRun' | 'onDone'
>

export function FirstSearch(props: FirstSearchProps) {
  const router = useRouter()
  return (
    <SearchStep
      {...props}
      createSearch={createSearchAction}
      updateSearch={updateSearchAction}
      startRun={startRunAction}
      onDone={(runId) =>
        router.push(runId === null ? `/${props.team}` : `/${props.team}/welcome?run=${runId}`)
      }
    />
  )
}
