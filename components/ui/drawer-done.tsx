'use client'

import { Button, Group } from '@mantine/core'
import { use } from 'react'
import { DrawerClose } from './form-drawer'

/** Closes a drawer whose choices apply at once, so that there is nothing to save. */
export function DrawerDone() {
  const close = use(DrawerClose)
  return (
    <Group>
      <Button onClick={() => close?.()}>Done</Button>
    </Group>
  )
}
