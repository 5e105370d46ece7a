'use client'

import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { AddKeyForm } from '@/components/keys'
import { addKeyAction, addSandboxKeyAction } from './actions'

type AddKeyProps = Pick<ComponentProps<typeof AddKeyForm>, 'team' | 'wallets' | 'environments' | 'keys'> & {
  readonly hasSandbox: boolean
}

/** The form of the keys page and of the set-up; the page refreshes after a key is added. */
export function AddKey({ hasSandbox, ...props }: AddKeyProps) {
  const router = useRouter()
  return (
    <AddKeyForm
      {...props}
      addKey={addKeyAction}
      addSandboxKey={hasSandbox ? addSandboxKeyAction : null}
      onAdded={() => router.refresh()}
    />
  )
}
