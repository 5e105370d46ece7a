'use client'

import { useDisclosure } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import { cloneElement } from 'react'
import { RefusalAlert, useAction } from '@/components/forms'
import { type OnDemandButton, tell } from '@/components/ui'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { GatewayKeyView } from '@/lib/keys/services'
import type { RevokeGatewayKey } from './service-action'

export interface RevokeKeyContent {
  readonly team: string
  readonly gatewayKey: Pick<GatewayKeyView, 'id' | 'prefix'>
  readonly revoke: RevokeGatewayKey
}

/** Renders the question before a gateway key is revoked, with the button that opens it. */
export function OpenedRevokeKey(props: RevokeKeyContent & { readonly button: OnDemandButton }) {
  const { team, gatewayKey, revoke, button } = props
  const { id, prefix } = gatewayKey
  const router = useRouter()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { call, refusal, isPending } = useAction(revoke)
  const confirm = async () => {
    const { ok } = await call({ team, gatewayKeyId: id })
    if (ok) {
      tell(`${prefix}… was revoked.`)
      close()
    }
    router.refresh()
  }
  return (
    <>
      {cloneElement(button, { onClick: open, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen })}
      <ConfirmDialog
        title={`Revoke ${prefix}…?`}
        text="Calls with this gateway key are refused everywhere within five seconds. Calls under way are answered. This cannot be undone."
        confirmLabel="Revoke gateway key"
        isOpen={isOpen}
        returnTo={button.props.ref}
        isPending={isPending}
        notice={<RefusalAlert refusal={refusal} />}
        onConfirm={() => void confirm()}
        onClose={close}
      />
    </>
  )
}
