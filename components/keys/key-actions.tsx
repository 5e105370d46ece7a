'use client'

import { useRouter } from 'next/navigation'
import { type ComponentProps, useState } from 'react'
import { type CallResult, useAction } from '@/components/forms'
import { type Refusal, RowMenu, showMessage } from '@/components/ui'
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
  check(keyId: string): Promise<CallResult<unknown>>
  disable(keyId: string): Promise<CallResult<unknown>>
  enable(keyId: string): Promise<CallResult<unknown>>
  remove(keyId: string): Promise<CallResult<unknown>>
  reportLeak(keyId: string): Promise<CallResult<LeakReport>>
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
  const checked = useAction(checkKey, 'The key works; its rate and balance are up to date.')
  const disabled = useAction(disableKey, 'The key was disabled.')
  const enabled = useAction(enableKey, 'The key was enabled.')
  const deleted = useAction(deleteKey)
  const leak = useAction(reportLeak)
  const [report, setReport] = useState<LeakReport | null>(null)
  // The others are refused in their question.
  const unasked = [checked, disabled, enabled]

  const perform = async (one: (typeof unasked)[number], keyId: string) => {
    for (const other of unasked) other.reset()
    const called = await one.call({ team, keyId })
    // A check may have found that the API refuses the key.
    if (!called.ok) router.refresh()
    return called
  }
  return {
    isPending: [...unasked, deleted, leak].some(({ isPending }) => isPending),
    refusal: unasked.find(({ refusal }) => refusal)?.refusal ?? null,
    report,
    check: (keyId) => perform(checked, keyId),
    disable: (keyId) => perform(disabled, keyId),
    enable: (keyId) => perform(enabled, keyId),
    async remove(keyId) {
      const called = await deleted.call({ team, keyId })
      if (called.ok) showMessage('The key was deleted; its history stays.')
      if (called.ok && onRemoved) onRemoved()
      else router.refresh()
      return called
    },
    async reportLeak(keyId) {
      const called = await leak.call({ team, keyId })
      if (called.data) setReport(called.data)
      router.refresh()
      return called
    },
    closeReport: () => setReport(null),
  }
}
