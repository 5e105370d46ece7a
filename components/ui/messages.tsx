'use client'

import { notifications, useNotifications } from '@mantine/notifications'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useLazyDialog } from './hooks'

const Notifications = dynamic(
  () => import('@mantine/notifications').then((notifications) => notifications.Notifications),
  { ssr: false },
)

/**
 * Shows short messages in the corner. The code that shows them loads with the first one, and the store keeps it until
 * then. Their place is there from the beginning, because a screen reader announces what comes into a place that it
 * knows.
 */
export function Messages() {
  const { notifications, queue } = useNotifications()
  const { isThere } = useLazyDialog(notifications.length + queue.length > 0 || null)
  return (
    <div aria-live="polite">{isThere && <Notifications position="bottom-right" withinPortal={false} />}</div>
  )
}

/** Says in the corner that something was done. It is announced once the screen reader has finished what it reads. */
export const showMessage = (message: string) => void notifications.show({ message, role: 'group' })

/** Says in the corner that something did not work. It is announced immediately. */
export const showFailureMessage = (message: string) =>
  void notifications.show({ message, role: 'alert', color: 'red' })

/** Returns a function that says that something was done, and refreshes the page, which shows it. */
export function useDoneMessage(): (message: string) => void {
  const router = useRouter()
  return (message) => {
    showMessage(message)
    router.refresh()
  }
}
