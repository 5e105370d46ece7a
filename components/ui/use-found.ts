'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { cutPastedKeys } from '@/lib/kernel'
import { getJson } from './live'

const WAIT_MS = 150

/** Returns what the team has by a name or a part of it, while it is typed; nothing new for null. */
export function useFoundByName<Found>(team: string, text: string | null): readonly Found[] {
  const [found, setFound] = useState<readonly Found[]>([])
  const [asked] = useDebouncedValue(text === null ? null : cutPastedKeys(text.trim()), WAIT_MS)
  useEffect(() => {
    if (asked === null) return
    const asking = new AbortController()
    getJson<Found[]>('/api/find', { team, text: asked }, asking.signal).then(setFound, () => undefined)
    return () => asking.abort()
  }, [team, asked])
  return found
}
