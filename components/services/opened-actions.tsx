'use client'

import { useDisclosure } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import { NameDialog, useAction } from '@/components/forms'
import { type OnDemandButton, showMessage } from '@/components/ui'
import { OpenedRowMenu } from '@/components/ui/opened-menus'
import { formatPlural } from '@/lib/kernel'
import type { DeleteService, RenameService } from './service-action'

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
  const removed = useAction(remove)
  const confirm = async () => {
    const called = await removed.call({ team, serviceId: service.id })
    if (called.ok) {
      showMessage(`${service.name} was deleted. What it used stays on the ledger.`)
      router.push(`/${team}/services`)
      router.refresh()
    }
    return called
  }
  return (
    <>
      <OpenedRowMenu
        button={button}
        actions={[
          { label: 'Rename…', act: async () => renaming.open() },
          {
            label: 'Delete',
            isDanger: true,
            asks: {
              title: `Delete ${service.name}?`,
              text: `${lostKeys(service.gatewayKeys)} Its budgets count nothing more. What it used stays on the ledger and in usage, under its name. This cannot be undone.`,
              confirmLabel: 'Delete service',
            },
            act: confirm,
          },
        ]}
      />
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
    </>
  )
}

const lostKeys = (gatewayKeys: number): string =>
  gatewayKeys === 0
    ? 'It has no gateway keys.'
    : `${formatPlural(gatewayKeys, 'gateway key')} will be refused everywhere within five seconds.`
