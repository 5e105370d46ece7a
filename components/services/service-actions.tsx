'use client'

import { useAction } from '@/components/forms'
import { ButtonLink, ConfirmButton, DialogButton, DotsMenu, loadDialogWhenOpened } from '@/components/ui'
import type { GatewayKeyView } from '@/lib/keys/services'
import type { GatewayKeyDrawerProps } from './gateway-key-drawer'
import type { ServiceMenuContent } from './opened-actions'
import type { RevokeGatewayKey } from './service-action'

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

interface RevokeKeyProps {
  readonly team: string
  readonly gatewayKey: Pick<GatewayKeyView, 'id' | 'prefix'>
  readonly revoke: RevokeGatewayKey
}

/** Revokes a gateway key, after a question. */
export function RevokeKey({ team, gatewayKey: { id, prefix }, revoke }: RevokeKeyProps) {
  const { call } = useAction(revoke, `${prefix}… was revoked.`)
  return (
    <ConfirmButton
      label="Revoke"
      aria-label={`Revoke ${prefix}`}
      title={`Revoke ${prefix}…?`}
      text="Calls with this gateway key are refused everywhere within five seconds. Calls under way are answered. This cannot be undone."
      confirmLabel="Revoke gateway key"
      onConfirm={() => call({ team, gatewayKeyId: id })}
    />
  )
}
