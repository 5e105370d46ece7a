'use client'

import { useRouter } from 'next/navigation'
import { type Action, RenameMenu, useAction } from '@/components/forms'
import { ButtonLink, ConfirmButton, DialogButton, loadDialogWhenOpened, showMessage } from '@/components/ui'
import { formatPlural } from '@/lib/kernel'
import type { GatewayKeyView } from '@/lib/keys/services'
import type { GatewayKeyDrawerProps } from './gateway-key-drawer'

export type RevokeGatewayKey = Action<{ team: string; gatewayKeyId: string }>

interface ServiceMenuProps {
  readonly team: string
  readonly service: { readonly id: string; readonly name: string; readonly gatewayKeys: number }
  readonly rename: Action<{ team: string; serviceId: string; name: string }>
  readonly remove: Action<{ team: string; serviceId: string }>
}

/** Offers admins what else can be done to a service. */
export function ServiceMenu({ team, service: { id, name, gatewayKeys }, rename, remove }: ServiceMenuProps) {
  const router = useRouter()
  const { call } = useAction(remove)
  const confirm = async () => {
    const called = await call({ team, serviceId: id })
    if (called.ok) {
      showMessage(`${name} was deleted. Its usage stays on the ledger.`)
      router.push(`/${team}/services`)
      router.refresh()
    }
    return called
  }
  const deletion = {
    label: 'Delete',
    isDanger: true,
    asks: {
      title: `Delete ${name}?`,
      text: `${lostKeys(gatewayKeys)} Its budgets stop counting. Its usage stays on the ledger and in reports, under its name. This cannot be undone.`,
      confirmLabel: 'Delete service',
    },
    act: confirm,
  }
  return (
    <RenameMenu
      isInHeader
      noun="service"
      name={name}
      rename={(to) => rename({ team, serviceId: id, name: to })}
      actions={[deletion]}
    />
  )
}

const lostKeys = (gatewayKeys: number): string =>
  gatewayKeys === 0
    ? 'It has no gateway keys.'
    : `${formatPlural(gatewayKeys, 'gateway key')} will be refused everywhere within five seconds.`

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
