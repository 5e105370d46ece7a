'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { connectEvents } from './connect-events'

/** Minimum time between refreshes: a busy team changes with every page that is bought. */
const MIN_MS = 5000

/**
 * Refreshes the page when something has changed in the team, without a reload; not while one of its forms is in use.
 */
export function LiveRefresh({ team }: { readonly team: string }) {
  const router = useRouter()
  useEffect(() => {
    let seen: string | null = null
    let refreshedAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    let giveUp: () => void = () => undefined
    const refresh = () => {
      giveUp = refreshWhenFree(() => {
        timer = undefined
        refreshedAt = performance.now()
        router.refresh()
      })
    }
    const stop = connectEvents<{ readonly mark: string }>(`/api/events/team?team=${team}`, {
      onMessage({ mark }) {
        const isFirst = seen === null
        const isSame = seen === mark
        seen = mark
        if (isFirst || isSame) return
        timer ??= setTimeout(refresh, Math.max(0, refreshedAt + MIN_MS - performance.now()))
      },
      onStatus: () => undefined,
    })
    return () => {
      clearTimeout(timer)
      giveUp()
      stop()
    }
  }, [router, team])
  return null
}

/** Selects where somebody writes, or reads what is shown only once, which a refresh would take away. */
const IN_USE = '[role="dialog"], form[method="post"]:focus-within'
const LOOK_MS = 500

/**
 * Refreshes the page once nobody writes on it and the network is there, because Next leaves a page that it cannot read
 * again. Returns a function that gives that up.
 */
export function refreshWhenFree(refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (navigator.onLine && !document.querySelector(IN_USE)) return refresh()
    timer = setTimeout(look, LOOK_MS)
  }
  look()
  return () => clearTimeout(timer)
}
