'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { warnOfPageSize } from '@/components/searches'
import { RefusalAlert, RowMenu } from '@/components/ui'
import type { ScheduleView } from '@/lib/collect/schedules'
import {
  describeScheduleCost,
  type ScheduleForm as Fields,
  newSchedule,
  toScheduleForm,
} from './schedule-fields'
import type { ScheduledSearch } from './schedule-form'
import { ScheduleState } from './schedule-state'

const ScheduleForm = dynamic(() => import('./schedule-form').then((loaded) => loaded.ScheduleForm), {
  ssr: false,
})

interface OfSearch {
  readonly team: string
  readonly searchId: string
}

interface SchedulePanelProps extends OfSearch, ScheduledSearch {
  /** Null if the search has no schedule. */
  readonly schedule: ScheduleView | null
  /** True if the member may change it. */
  readonly mayChange: boolean
  readonly save: Action<Fields & OfSearch>
  readonly pause: Action<OfSearch & { isPaused: boolean }>
  readonly remove: Action<OfSearch>
}

/** Shows a search's schedule: its state, and the actions to create, change, pause or remove it. */
export function SchedulePanel(props: SchedulePanelProps) {
  const { team, searchId, schedule, mayChange } = props
  const warning =
    schedule &&
    warnOfPageSize(props.estimate, { capItems: Math.min(schedule.capItems, schedule.capItemsDay) })
  const isPaused = Boolean(schedule?.paused)
  const [isOpen, setOpen] = useState(false)
  const saved = useAction(props.save, 'The schedule was saved.')
  const paused = useAction(props.pause, `The schedule was ${isPaused ? 'resumed' : 'paused'}.`)
  const removed = useAction(props.remove, 'The schedule was removed.')
  const save = async (fields: Fields) => {
    if ((await saved.call({ ...fields, team, searchId })).ok) setOpen(false)
  }
  return (
    <Stack gap="sm">
      {schedule ? (
        <>
          <ScheduleState
            team={team}
            schedule={schedule}
            channels={props.channels}
            subjectCount={props.subjectCount}
          />
          {!isOpen && (
            <Text size="sm">{describeScheduleCost(props.estimate, schedule, props.subjectCount)}</Text>
          )}
          {warning && !isOpen && <Text size="sm">{warning}</Text>}
        </>
      ) : (
        <Text size="sm">No schedule: each run is started by hand.</Text>
      )}
      <RefusalAlert refusal={paused.refusal} />
      {mayChange && !isOpen && (
        <Group gap="sm">
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {schedule ? 'Change schedule' : 'Create schedule'}
          </Button>
          {schedule && (
            <RowMenu
              name="the schedule"
              isDisabled={paused.isPending}
              actions={[
                {
                  label: isPaused ? 'Resume' : 'Pause',
                  act: () => paused.call({ team, searchId, isPaused: !isPaused }),
                },
                {
                  label: 'Remove schedule',
                  isDanger: true,
                  asks: {
                    title: 'Remove this schedule?',
                    text: 'The search and its runs stay; it then runs only by hand.',
                    confirmLabel: 'Remove it',
                  },
                  act: () => removed.call({ team, searchId }),
                },
              ]}
            />
          )}
        </Group>
      )}
      {mayChange && isOpen && (
        <ScheduleForm
          {...props}
          initial={
            schedule
              ? toScheduleForm(schedule, props.channels)
              : newSchedule(props.subjectCount, props.estimate)
          }
          refusal={saved.refusal}
          isPending={saved.isPending}
          onSubmit={save}
          onCancel={() => setOpen(false)}
        />
      )}
    </Stack>
  )
}
