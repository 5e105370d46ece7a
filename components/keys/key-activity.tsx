'use client'

import { Badge, Button, Group, SimpleGrid, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LineChart } from '@/components/charts'
import {
  Card,
  type Column,
  connectEvents,
  DataTable,
  Dimmed,
  EmptyState,
  type EventStatus,
  StatTile,
  usePolledValue,
} from '@/components/ui'
import {
  byPriority,
  currentTimeZone,
  formatCompact,
  formatCount,
  formatDuration,
  formatTimeWithSeconds,
  type Priority,
  UNKNOWN_FIGURE,
} from '@/lib/kernel'
import type { ActivityMessage, PacerFigures } from '@/lib/upstream/pacing'
import {
  describeActivity,
  describeKeyEvent,
  describeKeyStatus,
  describeLastCall,
  describePace,
  describeWait,
  isKeySlowed,
  PRIORITY_ROWS,
} from './activity-words'

interface KeyActivityProps {
  readonly team: string
  readonly keyId: string
  /** Figures when the page was rendered. */
  readonly figures: PacerFigures | null
  readonly now: Date
  /** Its last call, if the figures do not show it: those before Purser started. */
  readonly lastUsedAt: Date | null
  /** True if other processes may use the key too, whose calls are not seen here. */
  readonly isOneOfSeveral: boolean
  /** Advice for a key that has not been used. */
  readonly firstStep: ReactNode
}

/** Shows a key's calls as they are sent: figures, a line of the last minute, and a table by kind of caller. */
export function KeyActivity(props: KeyActivityProps) {
  const [round, setRound] = useState(0)
  return <LiveActivity key={round} {...props} onAgain={() => setRound(round + 1)} />
}

function LiveActivity({ onAgain, ...props }: KeyActivityProps & { onAgain(): void }) {
  const { team, keyId, isOneOfSeveral, lastUsedAt, firstStep } = props
  const activity = useKeyActivity(`/api/events/keys/${keyId}?team=${encodeURIComponent(team)}`, props.figures)
  const { state, isPaused } = activity
  const { figures, notes } = state
  const spoken = usePolledValue(20_000, !isPaused, '', () => describeActivity(figures))
  const own = isOneOfSeveral ? ' Only this instance is shown.' : ''
  return (
    <Card
      title="Key activity"
      description={`Calls of this key to the API, live, with Purser’s own free calls that check the key and read its balance.${own}`}
      actions={<ActivityControls {...activity} onAgain={onAgain} />}
    >
      <Stack gap="md">
        {figures ? (
          <>
            <Text size="sm" fw={600}>
              {describeKeyStatus(figures)}
            </Text>
            <ActivityStats figures={figures} />
            <LineChart {...lineOf(state.perSecond)} />
            <DataTable
              caption="Calls since you opened this page, and in total since Purser started"
              minWidth={440}
              columns={COLUMNS}
              rows={activityRows(state)}
              keyOf={({ key }) => key}
            />
          </>
        ) : lastUsedAt ? (
          <EmptyState
            title="No calls right now"
            text={`Last call ${describeLastCall(lastUsedAt, props.now)}.`}
          />
        ) : (
          <EmptyState
            title="Not used yet"
            text="Run a search with this key to see its calls here."
            action={firstStep}
          />
        )}
        {notes.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              Pauses and stops, times in {currentTimeZone()}
            </Text>
            <Stack component="ul" gap={0} m={0} p={0} aria-label="Pauses and stops">
              {notes.map((note) => (
                <Text key={note.seq} component="li" size="sm" style={{ listStyle: 'none' }}>
                  <Text span c="dimmed">
                    {formatTimeWithSeconds(new Date(note.at))}
                  </Text>{' '}
                  {describeKeyEvent(note)}
                </Text>
              ))}
            </Stack>
          </div>
        )}
        <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
        {isPaused && (
          <Dimmed>
            The view is paused; the key is not. What happens meanwhile is shown when you resume.
          </Dimmed>
        )}
      </Stack>
    </Card>
  )
}

/** The knowledge of a viewer of a key. */
export interface ActivityState extends ActivityMessage {
  /** Counts of what was sent since the page began to watch; null before the first message. */
  readonly left: Readonly<Record<Priority, number>> | null
}

const NONE = byPriority(() => 0)

/** Returns the state before any message; the figures may be known from the page. */
export const firstActivityState = (figures: PacerFigures | null): ActivityState => ({
  epoch: '',
  notes: [],
  perSecond: [],
  figures,
  left: null,
})

/** Returns the state after a message. Counts by the server's own totals, so that nothing is missed in between. */
export function applyActivityMessage(state: ActivityState, message: ActivityMessage): ActivityState {
  const { left } = state
  if (left === null) return { ...message, left: NONE }
  const now = message.figures?.sent ?? NONE
  const before = message.epoch === state.epoch ? (state.figures?.sent ?? NONE) : NONE
  return {
    ...message,
    left: byPriority((priority) => left[priority] + now[priority] - before[priority]),
  }
}

/** Watches a key. While paused, the view is frozen, and what happened meanwhile is shown on resuming. */
function useKeyActivity(address: string, figures: PacerFigures | null) {
  const [state, setState] = useState(() => firstActivityState(figures))
  const [status, setStatus] = useState<EventStatus>('connecting')
  const [isPaused, setPaused] = useState(false)
  const latest = useRef(state)
  const isHeld = useRef(false)

  useEffect(
    () =>
      connectEvents<ActivityMessage>(address, {
        onMessage(message) {
          latest.current = applyActivityMessage(latest.current, message)
          if (!isHeld.current) setState(latest.current)
        },
        onStatus: setStatus,
      }),
    [address],
  )
  return {
    state,
    status,
    isPaused,
    setPaused(paused: boolean) {
      isHeld.current = paused
      setPaused(paused)
      if (!paused) setState(latest.current)
    },
  }
}

/** Shows the state of the key at a glance. */
function ActivityStats({ figures }: { readonly figures: PacerFigures }) {
  const { rate, packRate, isStrict, sentLastSecond, achievedRate, underWay, refusals } = figures
  const limit = `${isKeySlowed(figures) ? 'Slowed after a 429; the' : 'The'} key allows ${describePace(packRate)}`
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <StatTile
        label="Current send limit"
        value={describePace(rate)}
        hint={isStrict ? `${limit}; counted strictly` : limit}
      />
      <StatTile
        label="Sent in the last second"
        value={sentLastSecond}
        hint={`${describePace(achievedRate)} over 10 seconds`}
      />
      <StatTile label="In flight" value={underWay} hint={describeWait(figures)} />
      <StatTile
        label="Refused with 429"
        value={formatCompact(refusals)}
        exact={formatCount(refusals)}
        hint="Since Purser started"
      />
    </SimpleGrid>
  )
}

/** Prepares the line of what was sent in the last minute. */
const lineOf = (perSecond: readonly number[]) => ({
  name: 'Calls in the last minute',
  description: `At most ${Math.max(0, ...perSecond)} in one second, ${perSecond.reduce((sum, count) => sum + count, 0)} in all.`,
  data: {
    unit: 'calls',
    axis: 'Calls sent per second',
    isMean: true,
    buckets: perSecond.map((_, index) => {
      const label = `${perSecond.length - index} s ago`
      return { key: label, label, title: label }
    }),
    series: [{ key: 'sent', label: 'Sent', values: perSecond, texts: perSecond.map(String) }],
    totals: perSecond.map(String),
    line: null,
  },
})

type Row = ReturnType<typeof activityRows>[number]

const COLUMNS: readonly Column<Row>[] = [
  { key: 'who', label: 'Kind', render: ({ label }) => label },
  {
    key: 'waiting',
    label: 'Waiting',
    isNumeric: true,
    onCard: 'line',
    render: ({ waiting }) => <span data-unit="waiting">{formatCount(waiting)}</span>,
  },
  {
    key: 'longest',
    label: 'Longest wait',
    isNumeric: true,
    onCard: ({ waiting }) => (waiting === 0 ? 'none' : 'line'),
    render: ({ waiting, maxMs }) => (waiting === 0 ? UNKNOWN_FIGURE : formatDuration(maxMs)),
  },
  {
    key: 'left',
    label: 'Sent since you opened this page',
    isNumeric: true,
    onCard: 'none',
    render: ({ left }) => (left === null ? 'unknown' : formatCount(left)),
  },
  {
    key: 'sent',
    label: 'Sent since Purser started',
    isNumeric: true,
    onCard: 'figure',
    render: ({ sent }) => <span data-unit="sent since Purser started">{formatCount(sent)}</span>,
  },
]

/** Returns a row for each kind of caller, and one for all; `left` is null until the server has reported on the key. */
export function activityRows({ figures, left }: ActivityState) {
  const rows = PRIORITY_ROWS.map(({ key, label }) => ({
    key,
    label,
    waiting: figures?.queue[key].waiting ?? 0,
    maxMs: figures?.queue[key].maxMs ?? 0,
    sent: figures?.sent[key] ?? 0,
    left: left ? left[key] : null,
  }))
  const all = {
    key: 'all',
    label: 'All',
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    maxMs: Math.max(...rows.map(({ maxMs }) => maxMs)),
    sent: rows.reduce((sum, { sent }) => sum + sent, 0),
    left: left && Object.values(left).reduce((sum, count) => sum + count, 0),
  }
  return [...rows, all]
}

interface ActivityControlsProps {
  readonly status: EventStatus
  readonly isPaused: boolean
  setPaused(isPaused: boolean): void
  onAgain(): void
}

const STATUS: Readonly<Record<EventStatus, { readonly label: string; readonly color: string }>> = {
  connecting: { label: 'Connecting', color: 'gray' },
  live: { label: 'Live', color: 'green' },
  lost: { label: 'Connection lost, reconnecting', color: 'orange' },
  'signed-out': { label: 'Ended: you are signed out', color: 'red' },
  gone: { label: 'Ended: you may no longer see this key', color: 'red' },
  replaced: { label: 'Ended: you are watching in newer tabs', color: 'gray' },
}

// Two of its words have the same width, so that nothing beside it moves; the others take what they need.
const WIDE = {
  flex: 'none',
  border: 0,
  background: 'none',
  // Not a button: its dot is beside its words.
  gridTemplateColumns: 'auto auto',
  justifyContent: 'end',
} as const

/** Shows whether the activity is live, with the button that pauses it. */
function ActivityControls({ status, isPaused, setPaused, onAgain }: ActivityControlsProps) {
  const { label, color } = STATUS[status]
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause
  return (
    <Group gap="xs">
      <Badge
        variant="dot"
        size="lg"
        color={color}
        tt="none"
        role="status"
        px={0}
        miw={{ base: 0, sm: 110 }}
        style={WIDE}
      >
        {label}
      </Badge>
      {status === 'replaced' && (
        <Button size="xs" variant="default" onClick={onAgain}>
          Watch here
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon size={14} aria-hidden />}
        onClick={() => setPaused(!isPaused)}
      >
        {isPaused ? 'Resume the view' : 'Pause the view'}
      </Button>
    </Group>
  )
}
