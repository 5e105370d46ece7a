'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import { cloneElement } from 'react'
import { NameDialog, RefusalAlert, useAction } from '@/components/forms'
import { type OnDemandButton, showMessage } from '@/components/ui'
import { ConfirmDialog } from '@/components/ui/dialogs'
import { formatPlural } from '@/lib/kernel'
import type { GatewayKeyView } from '@/lib/keys/services'
import type { DeleteService, RenameService, RevokeGatewayKey } from './service-action'

export interface ServiceMenuContent {
  readonly team: string
  readonly service: { readonly id: string; readonly name: string; readonly gatewayKeys: number }
  readonly rename: RenameService
  readonly remove: DeleteService
}

/** Renders the menu of a service, with its dialogs. */
export function OpenedServiceMenu(props: ServiceMenuContent & { readonly button: OnDemandButton }) {
  const { team, service, rename, remove, button } = props
  const router = useRouter()
  const [isRenaming, renaming] = useDisclosure(false)
  const [isDeleting, deleting] = useDisclosure(false)
  const removed = useAction(remove)
  const confirm = async () => {
    const { ok } = await removed.call({ team, serviceId: service.id })
    if (!ok) return
    showMessage(`${service.name} was deleted. Its usage stays on the ledger.`)
    router.push(`/${team}/services`)
    router.refresh()
  }
  return (
    <>
      <Menu position="bottom-end">
        <MenuTarget>{button}</MenuTarget>
        <MenuDropdown>
          <MenuItem onClick={renaming.open}>Rename…</MenuItem>
          <MenuItem color="red" c="var(--mantine-color-error)" onClick={deleting.open}>
            Delete…
          </MenuItem>
        </MenuDropdown>
      </Menu>
      <NameDialog
        isOpen={isRenaming}
        onClose={renaming.close}
        returnTo={button.props.ref}
        title={`Rename ${service.name}`}
        submitLabel="Rename service"
        name={service.name}
        save={(name) => rename({ team, serviceId: service.id, name })}
        onDone={router.refresh}
      />
      <ConfirmDialog
        title={`Delete ${service.name}?`}
        text={`${lostKeys(service.gatewayKeys)} Its budgets stop counting. Its usage stays on the ledger and in reports, under its name. This cannot be undone.`}
        confirmLabel="Delete service"
        isOpen={isDeleting}
        returnTo={button.props.ref}
        isPending={removed.isPending}
        notice={<RefusalAlert refusal={removed.refusal} />}
        onConfirm={confirm}
        onClose={deleting.close}
      />
    </>
  )
}

const lostKeys = (gatewayKeys: number): string =>
  gatewayKeys === 0
    ? 'It has no gateway keys.'
    : `${formatPlural(gatewayKeys, 'gateway key')} will be refused everywhere within five seconds.`

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
      showMessage(`${prefix}… was revoked.`)
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
