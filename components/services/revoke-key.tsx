'use client'

import { Button } from '@mantine/core'
import { OnDemand } from '@/components/ui'
import type { RevokeKeyContent } from './opened-revoke-key'

const load = () => import('./opened-revoke-key').then(({ OpenedRevokeKey }) => OpenedRevokeKey)

/** Revokes a gateway key, after a question. */
export function RevokeKey(content: RevokeKeyContent) {
  return (
    <OnDemand
      popup="dialog"
      load={load}
      content={content}
      button={
        <Button variant="default" size="xs" aria-label={`Revoke ${content.gatewayKey.prefix}`}>
          Revoke…
        </Button>
      }
    />
  )
}
