'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { OPEN_DIALOG } from './hooks'

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
      giveUp = refreshWhenIdle(() => {
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
const IN_USE = `${OPEN_DIALOG}, form[method="post"]:focus-within`
const LOOK_MS = 500

/**
 * Refreshes the page once nobody writes on it and the network is there, because Next leaves a page that it cannot read
 * again. Returns a function that gives that up.
 */
export function refreshWhenIdle(refresh: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (navigator.onLine && !document.querySelector(IN_USE)) return refresh()
    timer = setTimeout(look, LOOK_MS)
  }
  look()
  return () => clearTimeout(timer)
}

/**
 * State of the connection. connecting: for the first time · lost: reconnects automatically · signed-out, gone,
 * replaced: over permanently.
 */
export type EventStatus = 'connecting' | 'live' | 'lost' | 'signed-out' | 'gone' | 'replaced'

interface EventListener<Message> {
  onMessage(message: Message): void
  onStatus(status: EventStatus): void
}

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 15_000

/**
 * Listens to server-sent events until it is stopped. A hidden tab holds no connection, because a browser has only
 * a few. Returns a function that stops it.
 */
export function connectEvents<Message>(
  address: string,
  { onMessage, onStatus }: EventListener<Message>,
): () => void {
  let source: EventSource | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isOver = false

  const close = () => {
    clearTimeout(retry)
    source?.close()
    source = null
  }
  const end = (status: EventStatus) => {
    isOver = true
    close()
    onStatus(status)
  }
  const open = () => {
    close()
    source = new EventSource(address)
    source.onopen = () => {
      tries = 0
      onStatus('live')
    }
    source.onmessage = ({ data }) => onMessage(JSON.parse(data))
    source.addEventListener('end', ({ data }) => end(JSON.parse(data).reason))
    source.onerror = () => {
      onStatus('lost')
      // The browser reconnects automatically, except after an answer that was not a stream.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(ask, retryMs())
    }
  }
  const retryMs = () => Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** tries++)
  /** Asks why it was refused, which an EventSource does not reveal. */
  const ask = async () => {
    const status = await statusOf(address)
    if (isOver || document.hidden) return
    if (status === 401) end('signed-out')
    else if (status === 403 || status === 404) end('gone')
    else open()
  }
  const onVisibility = () => {
    if (isOver) return
    if (document.hidden) close()
    else open()
  }

  document.addEventListener('visibilitychange', onVisibility)
  onVisibility()
  return () => {
    isOver = true
    close()
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Returns the HTTP status of an address, without its body; null while the server cannot be reached. */
async function statusOf(address: string): Promise<number | null> {
  const asking = new AbortController()
  try {
    const { status } = await fetch(address, { signal: asking.signal })
    return status
  } catch {
    return null
  } finally {
    asking.abort()
  }
}

/** Returns what an address of Purser's answers, as JSON. Throws if the server is not reached, or refuses. */
export async function getJson<Data>(
  path: string,
  query: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Data> {
  const answer = await fetch(`${path}?${new URLSearchParams(query)}`, { signal })
  if (!answer.ok) throw new Error(String(answer.status))
  return answer.json()
}
