'use client'

import { useRouter } from 'next/navigation'
import { RefusalAlert } from '@/components/forms'
import type { KeyActionProps } from './key-action'
import { KeyActions } from './key-actions'
import type { ActedKey } from './key-row'
import { LeakDialog } from './leak-dialog'
import { useKeyActions } from './use-key-actions'

/** What an admin can do to the key of this page, which leads back to the list once the key is gone. */
export function KeyMenu({ row, ...actions }: KeyActionProps & { readonly row: ActedKey }) {
  const router = useRouter()
  const perform = useKeyActions(actions, () => router.push(`/${actions.team}/keys`))
  return (
    <>
      <KeyActions row={row} perform={perform} isInHeader />
      <RefusalAlert refusal={perform.refusal} />
      <LeakDialog report={perform.report} onClose={perform.closeReport} />
    </>
  )
}
