'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { type PageEstimate, warnOfPageSize } from '@/components/searches'
import { RefusalAlert, RowMenu } from '@/components/ui'
import type { ScheduleView } from '@/lib/collect/schedules'
import type { PreviewTimes } from './next-times'
import {
  describeScheduleCost,
  type ScheduleForm as Fields,
  type NamedChannel,
  newSchedule,
  toScheduleForm,
} from './schedule-fields'
import { ScheduleState } from './schedule-state'

const ScheduleForm = dynamic(() => import('./schedule-form').then((loaded) => loaded.ScheduleForm), {
  ssr: false,
})

interface OfSearch {
  readonly team: string
  readonly searchId: string
}

interface SchedulePanelProps extends OfSearch {
  /** Null if the search has no schedule. */
  readonly schedule: ScheduleView | null
  readonly timeZone: string
  /** Estimate of what a page of the search may return. */
  readonly estimate: PageEstimate
  /** Number of the search's subjects; the limit of a run is for each. */
  readonly subjectCount: number
  readonly isShared: boolean
  /** Channels to which new items can be sent. */
  readonly channels: readonly NamedChannel[]
  /** True if the member may change it. */
  readonly mayChange: boolean
  readonly preview: PreviewTimes
  readonly save: Action<Fields & OfSearch>
  readonly pause: Action<OfSearch & { isPaused: boolean }>
  readonly remove: Action<OfSearch>
}

/** Shows a search's schedule: its state, and the actions to create, change, pause or remove it. */
export function SchedulePanel(props: SchedulePanelProps) {
  const { team, searchId, schedule, timeZone, mayChange } = props
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
          <ScheduleState team={team} schedule={schedule} timeZone={timeZone} channels={props.channels} />
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
          team={team}
          initial={
            schedule
              ? toScheduleForm(schedule, props.channels)
              : newSchedule(props.subjectCount, props.estimate)
          }
          timeZone={timeZone}
          estimate={props.estimate}
          subjectCount={props.subjectCount}
          isShared={props.isShared}
          channels={props.channels}
          refusal={saved.refusal}
          isPending={saved.isPending}
          submitLabel="Save schedule"
          preview={props.preview}
          onSubmit={save}
          more={
            <Button variant="subtle" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          }
        />
      )}
    </Stack>
  )
}
