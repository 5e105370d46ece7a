'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { connectEvents } from './connect-events'

/** A busy team changes with every page that is bought: its pages are read again this often at most. */
const LEAST_MS = 5000
/** Where somebody writes, or reads what is shown only once: a part that could not be read again would take it away. */
const IN_USE = '[role="dialog"], form[method="post"]:focus-within'
const LOOK_MS = 500

/** Reads the page again when something has changed in the team, without a reload; not while a form of it is in use. */
export function LiveRefresh({ team }: { readonly team: string }) {
  const router = useRouter()
  useEffect(() => {
    let seen: string | null = null
    let refreshedAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = document.querySelector(IN_USE) ? setTimeout(refresh, LOOK_MS) : undefined
      if (timer !== undefined) return
      refreshedAt = performance.now()
      router.refresh()
    }
    const stop = connectEvents<{ readonly mark: string }>(`/api/events/team?team=${team}`, {
      onMessage({ mark }) {
        const isFirst = seen === null
        const isSame = seen === mark
        seen = mark
        if (isFirst || isSame) return
        timer ??= setTimeout(refresh, Math.max(0, refreshedAt + LEAST_MS - performance.now()))
      },
      onStatus: () => undefined,
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [router, team])
  return null
}
