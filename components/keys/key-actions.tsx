'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, useState } from 'react'
import { type Refusal, useAction } from '@/components/forms'
import { RowMenu, showMessage } from '@/components/ui'
import { formatPlural } from '@/lib/kernel'
import type { LeakReport } from '@/lib/keys/keys'
import type { KeyActionProps, KeyActionTarget } from './key-row'

interface KeyActionsProps {
  readonly row: KeyActionTarget
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
      actions={listKeyActions(row, perform, hasCheck)}
    />
  )
}

export function listKeyActions(
  row: KeyActionTarget,
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
        text: `Its secret is permanently erased. What it bought stays on the ledger. The key itself stays valid at your provider.${services}`,
        confirmLabel: 'Delete the key',
      },
      act: () => perform.remove(id),
    },
  ]
}

/** Names what else stops with the key: the services whose gateway keys are bound to it. */
function servicesOf({ gatewayKeys = [] }: KeyActionTarget): string {
  if (gatewayKeys.length === 0) return ''
  const named = gatewayKeys.map(({ prefix, serviceName }) => `${serviceName} (${prefix}…)`)
  const shown = named.slice(0, MAX_NAMED)
  const more = named.length > shown.length ? ` and ${named.length - shown.length} more` : ''
  return ` ${formatPlural(named.length, 'gateway key')} of services ${named.length === 1 ? 'goes' : 'go'} through this key: ${shown.join(', ')}${more}. Their calls are refused until you replace this key.`
}

const MAX_NAMED = 5

interface KeyPerformer {
  readonly isPending: boolean
  readonly refusal: Refusal | null
  readonly report: LeakReport | null
  check(keyId: string): Promise<void>
  disable(keyId: string): Promise<void>
  enable(keyId: string): Promise<void>
  remove(keyId: string): Promise<void>
  reportLeak(keyId: string): Promise<void>
  closeReport(): void
}

/**
 * Runs an admin's actions on keys, one at a time. The page refreshes after each; for a key that is gone, `onRemoved`
 * is called instead.
 */
export function useKeyActions(
  { team, checkKey, disableKey, enableKey, deleteKey, reportLeak }: KeyActionProps,
  onRemoved?: () => void,
): KeyPerformer {
  const router = useRouter()
  const [checked, disabled, enabled, deleted] = [
    useAction(checkKey),
    useAction(disableKey),
    useAction(enableKey),
    useAction(deleteKey),
  ]
  const leak = useAction(reportLeak)
  const [report, setReport] = useState<LeakReport | null>(null)
  const all = [checked, disabled, enabled, deleted, leak]

  const perform = async (one: (typeof all)[number], keyId: string, message: string, onDone?: () => void) => {
    for (const other of all) other.reset()
    const { ok } = await one.call({ team, keyId })
    if (ok) showMessage(message)
    if (ok && onDone) onDone()
    else router.refresh()
  }
  return {
    isPending: all.some(({ isPending }) => isPending),
    refusal: all.find(({ refusal }) => refusal)?.refusal ?? null,
    report,
    check: (keyId) => perform(checked, keyId, 'The key works; its rate and balance are up to date.'),
    disable: (keyId) => perform(disabled, keyId, 'The key was disabled.'),
    enable: (keyId) => perform(enabled, keyId, 'The key was enabled.'),
    remove: (keyId) => perform(deleted, keyId, 'The key was deleted; its history stays.', onRemoved),
    async reportLeak(keyId) {
      const { data } = await leak.call({ team, keyId })
      if (data) setReport(data)
      router.refresh()
    },
    closeReport: () => setReport(null),
  }
}
