'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { startRunAction } from '@/app/(dashboard)/[team]/runs/actions'
import { createSearchAction, updateSearchAction } from '@/app/(dashboard)/[team]/searches/actions'
import { chooseServiceAction } from '@/app/(dashboard)/[team]/settings/provider/actions'
import { createWalletAction } from '@/app/(dashboard)/[team]/wallets/actions'
import { SearchStep, WalletStep } from '@/components/setup'

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
