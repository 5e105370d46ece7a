'use client'

import { Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { getJson, StatStrip, StatTile } from '@/components/ui'
import { formatCount } from '@/lib/kernel'

/** What a service does at the gateway at present. */
interface ServiceNow {
  readonly waiting: number
  readonly underWay: number
  readonly lastMinute: number
  /** What the gateway itself refused since it started, by reason. */
  readonly refusals: Readonly<Partial<Record<string, number>>>
}

interface LiveFiguresProps {
  readonly team: string
  readonly serviceId: string
  readonly first: ServiceNow
}

const EVERY_MS = 3000

/** Why the gateway refuses, in words. */
const REASONS: Readonly<Record<string, string>> = {
  budget_stopped: 'stopped by a budget',
  too_busy: 'the key was too busy',
  bad_request: 'an address that does not pass',
  not_found: 'no such path',
  method_not_allowed: 'no GET request',
  wallet_empty: 'the wallet is empty',
  key_unusable: 'the upstream key cannot be used',
  upstream_lost: 'the upstream did not answer',
  repeat_differs: 'a repeated id with another address',
  repeat_gone: 'a repeated id whose answer is gone',
  unavailable: 'Purser could not do it',
}

/** The service's calls as they are now; asks again every few seconds while the tab is visible. */
export function LiveFigures({ team, serviceId, first }: LiveFiguresProps) {
  const { now, isLost } = useServiceNow(team, serviceId, first)
  const refused = Object.values(now.refusals).reduce<number>((sum, count = 0) => sum + count, 0)
  const reasons = Object.entries(now.refusals)
    .filter(([, count]) => count)
    .map(([reason, count = 0]) => `${formatCount(count)} ${REASONS[reason] ?? reason}`)
  return (
    <Stack gap="xs">
      <StatStrip width={160}>
        <StatTile label="Waiting" value={formatCount(now.waiting)} hint="For a slot of the upstream key" />
        <StatTile label="Under way" value={formatCount(now.underWay)} hint="Sent, not answered yet" />
        <StatTile label="Calls, last minute" value={formatCount(now.lastMinute)} hint="Answered or not" />
        <StatTile
          label="Refused by the gateway"
          value={formatCount(refused)}
          hint={reasons.join(', ') || 'Since Purser started'}
        />
      </StatStrip>
      {isLost && (
        <Text size="sm" role="status">
          The server does not answer: these figures are old.
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
