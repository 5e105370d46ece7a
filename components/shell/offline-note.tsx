'use client'

import { useSyncExternalStore } from 'react'
import { Note } from '@/components/ui'
import classes from './shell.module.css'

const listen = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Says so while the browser has no network. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
  if (isOnline) return null
  return (
    <div className={classes.offline} role="status">
      <Note tone="warn" lead="You are offline.">
        What you see is as it was. Runs in the background go on; nothing you do here is sent.
      </Note>
    </div>
  )
}
