'use client'

import { notifications } from '@mantine/notifications'

/** Says in the corner that something was done. It is read out once, when the screen reader has finished what it reads. */
export const tell = (message: string) => void notifications.show({ message, role: 'group' })

/** Says in the corner that something did not work. It is read out at once. */
export const tellOfFailure = (message: string) =>
  void notifications.show({ message, role: 'alert', color: 'red' })
