'use client'

import { Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getJson, StatStrip, StatTile } from '@/components/ui'
import { formatCount } from '@/lib/kernel'

/** The current activity of a service at the gateway. */
interface ServiceNow {
  readonly waiting: number
  readonly underWay: number
  readonly lastMinute: number
  /** Number of refusals by the gateway itself since it started, and the reasons in words. */
  readonly refused: number
  readonly reasons: string
}

interface LiveFiguresProps {
  readonly team: string
  readonly serviceId: string
  readonly first: ServiceNow
}

const EVERY_MS = 3000

/** Shows the service's current calls; polls every few seconds while the tab is visible. */
export function LiveFigures({ team, serviceId, first }: LiveFiguresProps) {
  const { now, isLost } = useServiceNow(team, serviceId, first)
  return (
    <Stack gap="xs">
      <StatStrip width={160}>
        <StatTile label="Waiting" value={formatCount(now.waiting)} hint="For their turn with the API key" />
        <StatTile label="In progress" value={formatCount(now.underWay)} hint="Sent, not answered yet" />
        <StatTile label="Calls, last minute" value={formatCount(now.lastMinute)} hint="Answered or not" />
        <StatTile
          label="Refused by the gateway"
          value={formatCount(now.refused)}
          hint={now.reasons || 'Since Purser started'}
        />
      </StatStrip>
      {isLost && (
        <Text size="sm" role="status">
          The server is not responding. These figures are out of date.
        </Text>
      )}
    </Stack>
  )
}

function useServiceNow(team: string, serviceId: string, first: ServiceNow) {
  const [now, setNow] = useState(first)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const ask = async () => {
      if (document.hidden) return
      try {
        setNow(await getJson<ServiceNow>(`/api/services/${serviceId}/live`, { team }, stop.signal))
        setLost(false)
      } catch {
        if (!stop.signal.aborted) setLost(true)
      }
    }
    const timer = setInterval(() => void ask(), EVERY_MS)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [team, serviceId])
  return { now, isLost }
}
