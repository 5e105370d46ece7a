'use client'

import { Button } from '@mantine/core'
import { ButtonLink, DialogButton, DotsMenu, loadDialogWhenOpened, OnDemand } from '@/components/ui'
import type { GatewayKeyDrawerProps } from './gateway-key-drawer'
import type { RevokeKeyContent, ServiceMenuContent } from './opened-actions'

const loadMenu = () => import('./opened-actions').then(({ OpenedServiceMenu }) => OpenedServiceMenu)

/** Offers admins what else can be done to a service. */
export const ServiceMenu = (content: ServiceMenuContent) => (
  <DotsMenu name={content.service.name} isInHeader content={content} load={loadMenu} />
)

const GatewayKeyDrawer = loadDialogWhenOpened(
  () => import('./gateway-key-drawer').then((loaded) => loaded.GatewayKeyDrawer),
  ({ isOpen }) => isOpen,
)

/** Opens the form of a new gateway key, once there is an upstream key that it can be bound to. */
export const CreateGatewayKey = (content: Omit<GatewayKeyDrawerProps, 'isOpen' | 'onClose'>) =>
  content.keys.length === 0 ? (
    <ButtonLink href={`/${content.team}/keys`}>Add an API key first</ButtonLink>
  ) : (
    <DialogButton label="Create gateway key" dialog={GatewayKeyDrawer} content={content} />
  )

const loadQuestion = () => import('./opened-actions').then(({ OpenedRevokeKey }) => OpenedRevokeKey)

/** Revokes a gateway key, after a question. */
export function RevokeKey(content: RevokeKeyContent) {
  return (
    <OnDemand
      popup="dialog"
      load={loadQuestion}
      content={content}
      button={
        <Button variant="default" size="xs" aria-label={`Revoke ${content.gatewayKey.prefix}`}>
          Revoke…
        </Button>
      }
    />
  )
}
