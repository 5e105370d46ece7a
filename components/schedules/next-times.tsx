'use client'

import { List, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Action, callAction } from '@/components/forms'
import { LoadedData } from '@/components/ui'
import type { ScheduleTimesView } from '@/lib/collect/schedules'
import { formatMoment } from '@/lib/kernel'
import type { ScheduleForm } from './schedule-fields'

type TimesForm = Pick<ScheduleForm, 'cron' | 'activeFrom' | 'activeTo' | 'activeDays'>
export type PreviewTimes = Action<TimesForm & { team: string }, ScheduleTimesView>

interface NextTimesProps {
  readonly team: string
  readonly times: TimesForm
  readonly preview: PreviewTimes
}

/** Shows the next five times of the choice, as soon as it is made. */
export function NextTimes(props: NextTimesProps) {
  return (
    <LoadedData>
      <Times {...props} />
    </LoadedData>
  )
}

function Times({ team, times, preview }: NextTimesProps) {
  const { cron, activeFrom, activeTo, activeDays } = times
  const [asked] = useDebouncedValue(JSON.stringify({ cron, activeFrom, activeTo, activeDays }), 300)
  const { data: answer } = useQuery({
    queryKey: ['next-times', team, asked],
    queryFn: () => {
      const chosen: TimesForm = JSON.parse(asked)
      return callAction(preview, { ...chosen, team })
    },
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  if (!answer) return null
  const { data, refusal } = answer
  if (!data) return <Text size="sm">{Object.values(refusal?.fields ?? {})[0] ?? refusal?.message}</Text>
  return (
    <div>
      <Text size="sm">{data.words}</Text>
      {data.next.length === 0 ? (
        <Text size="sm">None of these times is within the active hours.</Text>
      ) : (
        <List size="sm" c="dimmed" aria-label="Next times">
          {data.next.map((at) => (
            <List.Item key={at.toISOString()}>{formatMoment(at)}</List.Item>
          ))}
        </List>
      )}
    </div>
  )
}
