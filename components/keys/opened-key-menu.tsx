'use client'

import { useRouter } from 'next/navigation'
import type { OnDemandButton } from '@/components/ui'
import { RefusalAlert } from '@/components/ui'
import { OpenedRowMenu } from '@/components/ui/opened-menus'
import { listKeyActions, useKeyActions } from './key-actions'
import type { KeyActionProps, KeyActionTarget } from './key-row'
import { LeakDialog } from './leak-dialog'

export interface KeyMenuContent extends KeyActionProps {
  readonly row: KeyActionTarget
  readonly hasCheck: boolean
}

/** Renders the menu of a key's page, which leads back to the list once the key is gone. */
export function OpenedKeyMenu({
  row,
  hasCheck,
  button,
  ...actions
}: KeyMenuContent & { readonly button: OnDemandButton }) {
  const router = useRouter()
  const perform = useKeyActions(actions, () => router.push(`/${actions.team}/keys`))
  return (
    <>
      <OpenedRowMenu button={button} actions={listKeyActions(row, perform, hasCheck)} />
      <RefusalAlert refusal={perform.refusal} />
      <LeakDialog report={perform.report} onClose={perform.closeReport} />
    </>
  )
}
