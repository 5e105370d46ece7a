'use client'

import { Stack } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { RefusalAlert, useAction } from '@/components/forms'
import { ConfirmButton, tell } from '@/components/ui'
import type { GatewayKeyView } from '@/lib/keys/services'
import type { RevokeGatewayKey } from './service-action'

interface RevokeKeyProps {
  readonly team: string
  readonly gatewayKey: Pick<GatewayKeyView, 'id' | 'prefix'>
  readonly revoke: RevokeGatewayKey
}

/** Revokes a gateway key, after a question. */
export function RevokeKey({ team, gatewayKey: { id, prefix }, revoke }: RevokeKeyProps) {
  const router = useRouter()
  const { call, refusal } = useAction(revoke)
  const confirm = async () => {
    const { ok } = await call({ team, gatewayKeyId: id })
    if (ok) tell(`${prefix}… was revoked.`)
    router.refresh()
  }
  return (
    <Stack gap={4}>
      <RefusalAlert refusal={refusal} />
      <ConfirmButton
        label="Revoke…"
        aria-label={`Revoke ${prefix}`}
        title={`Revoke ${prefix}…?`}
        text="Calls with this gateway key are refused everywhere within five seconds. Calls under way are answered. This cannot be undone."
        confirmLabel="Revoke gateway key"
        onConfirm={confirm}
      />
    </Stack>
  )
}
