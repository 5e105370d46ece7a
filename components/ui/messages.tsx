'use client'

import { useNotifications } from '@mantine/notifications'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'

const Notifications = dynamic(
  () => import('@mantine/notifications').then((notifications) => notifications.Notifications),
  { ssr: false },
)

/**
 * Short messages in the corner. What shows them loads with the first one; the store keeps that until then. Their place is
 * there from the beginning: a screen reader tells what comes into a place that it knows.
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
