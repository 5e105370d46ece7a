'use client'

import type { ComponentProps } from 'react'
import { RowMenu } from '@/components/ui'
import { plural } from '@/lib/kernel'
import type { ActedKey } from './key-row'
import type { KeyPerformer } from './use-key-actions'

interface KeyActionsProps {
  readonly row: ActedKey
  readonly perform: KeyPerformer
  /** True if its service can be asked about it. */
  readonly hasCheck: boolean
}

/** Offers what an admin can do to one key. */
export function KeyActions({ row, perform, hasCheck }: KeyActionsProps) {
  return (
    <RowMenu
      name={`${row.name} ${row.prefix}`}
      isDisabled={perform.isPending}
      actions={actionsOn(row, perform, hasCheck)}
    />
  )
}

export function actionsOn(
  row: ActedKey,
  perform: KeyPerformer,
  hasCheck: boolean,
): ComponentProps<typeof RowMenu>['actions'] {
  const { id, status } = row
  const services = servicesOf(row)
  const isDisabled = status === 'disabled'
  return [
    ...(hasCheck ? [{ label: 'Check', act: () => perform.check(id) }] : []),
    isDisabled
      ? { label: 'Enable', act: () => perform.enable(id) }
      : { label: 'Disable', act: () => perform.disable(id) },
    {
      label: 'Report a leak',
      isDanger: true,
      asks: {
        title: 'Did this key leak?',
        text: `The key is disabled here at once, and you get a message for the provider, who can revoke it.${services}`,
        confirmLabel: 'Disable and write the message',
      },
      act: () => perform.reportLeak(id),
    },
    {
      label: 'Delete',
      isDanger: true,
      asks: {
        title: 'Delete this key?',
        text: `Its secret is erased for good. What it bought stays on the ledger. The key itself stays valid at the upstream.${services}`,
        confirmLabel: 'Delete the key',
      },
      act: () => perform.remove(id),
    },
  ]
}

/** Names what else stops with the key: the services whose gateway keys are bound to it. */
function servicesOf({ gatewayKeys = [] }: ActedKey): string {
  if (gatewayKeys.length === 0) return ''
  const named = gatewayKeys.map(({ prefix, serviceName }) => `${serviceName} (${prefix}…)`)
  const shown = named.slice(0, MAX_NAMED)
  const more = named.length > shown.length ? ` and ${named.length - shown.length} more` : ''
  return ` ${plural(named.length, 'gateway key')} of services ${named.length === 1 ? 'goes' : 'go'} through it: ${shown.join(', ')}${more}. Their calls are refused until you replace this key.`
}

const MAX_NAMED = 5
