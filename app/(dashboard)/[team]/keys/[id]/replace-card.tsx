import type { ComponentProps } from 'react'
import { ReplaceKeyForm } from '@/components/keys'
import { Card, FormDrawer } from '@/components/ui'
import { replaceKeyAction } from '../actions'

/** For admins: another key in the place of this one. */
export function ReplaceCard(props: Omit<ComponentProps<typeof ReplaceKeyForm>, 'replaceKey'>) {
  return (
    <Card
      title="Replace this key"
      description="Its history stays, and calls that wait go on with the new key. A run in the middle of a list may have to be started again. The former key is erased here; revoke it at the upstream, too."
    >
      <div>
        <FormDrawer label="Replace key" title="Replace this key" variant="default">
          <ReplaceKeyForm {...props} replaceKey={replaceKeyAction} />
        </FormDrawer>
      </div>
    </Card>
  )
}
