'use client'

import { useNotifications } from '@mantine/notifications'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'

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
  const [wasThere, setThere] = useState(false)
  const isWanted = notifications.length + queue.length > 0
  useEffect(() => {
    if (isWanted) setThere(true)
  }, [isWanted])
  return (
    <div aria-live="polite">{wasThere && <Notifications position="bottom-right" withinPortal={false} />}</div>
  )
}
