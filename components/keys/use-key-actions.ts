'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Refusal, useAction } from '@/components/forms'
import { tell } from '@/components/ui'
import type { LeakReport } from '@/lib/keys/keys'
import type { KeyActionProps } from './key-action'

export interface KeyPerformer {
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
    if (ok) tell(message)
    if (ok && onDone) onDone()
    else router.refresh()
  }
  return {
    isPending: all.some(({ isPending }) => isPending),
    refusal: all.find(({ refusal }) => refusal)?.refusal ?? null,
    report,
    check: (keyId) => perform(checked, keyId, 'The key works; its rate and balance are up to date.'),
    disable: (keyId) => perform(disabled, keyId, 'The key was disabled.'),
    enable: (keyId) => perform(enabled, keyId, 'The key is in use again.'),
    remove: (keyId) => perform(deleted, keyId, 'The key was deleted; its history stays.', onRemoved),
    async reportLeak(keyId) {
      const { data } = await leak.call({ team, keyId })
      if (data) setReport(data)
      router.refresh()
    },
    closeReport: () => setReport(null),
  }
}
