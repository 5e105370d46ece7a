'use client'

import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'

/** Says in the corner that something was done. It is announced once the screen reader has finished what it reads. */
export const tell = (message: string) => void notifications.show({ message, role: 'group' })

/** Says in the corner that something did not work. It is announced at once. */
export const tellOfFailure = (message: string) =>
  void notifications.show({ message, role: 'alert', color: 'red' })

/** Returns a function that says that something was done, and refreshes the page, which shows it. */
export function useTellDone(): (message: string) => void {
  const router = useRouter()
  return (message) => {
    tell(message)
    router.refresh()
  }
}
