'use client'

import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import {
  type Conditions,
  FirstItems,
  type StartBackgroundRun,
  type StartRun,
  useStartRun,
} from '@/components/runs'
import { ChoiceField, Dimmed, RefusalAlert, useHydrated } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import type { RunOutlook } from '@/lib/collect/runs'
import { formatCount } from '@/lib/kernel'
import type { StoppingBudget } from '@/lib/money/budgets'
import { listShortBudgets, RemainingBudgets, ShortBudgets } from './budgets-left'
import { describeEstimate, type PageEstimate, warnOfPageSize } from './price-range'
import { RestoreButton, type RestoreSearch } from './restore-button'
import { CapInput, type KeyChoice, keyLabel, RunConditions, readCap } from './run-conditions'
import {
  describeBatchForecast,
  describeExtraCosts,
  describeForecast,
  describePace,
  expectedItems,
  type KeyCapacity,
} from './run-forecast'

interface RunPanelProps {
  readonly team: string
  readonly searchId: string
  readonly name: string
  /** True in the example, where nothing can be run. */
  readonly isExample: boolean
  /** Usable keys, the suggested one first. */
  readonly keys: readonly (KeyChoice & KeyCapacity)[]
  /** True if the search leaves the choice of the key to Purser. */
  readonly choosesKey: boolean
  /** True if the result comes in time order. */
  readonly isByTime: boolean
  readonly estimate: PageEstimate
  /** Number of its subjects. Many run in the background, each up to the same caps. */
  readonly subjectCount: number
  /** True to run it in the background, as for someone who came to stop it where nothing is new. */
  readonly isBackground: boolean
  /** True if it has run before. */
  readonly hasRun: boolean
  /** Likely result of a run, by earlier ones. */
  readonly outlook: RunOutlook
  readonly budgets: readonly StoppingBudget[]
  /** Null for people who may not restore the search if another tab deletes it. */
  readonly restore: RestoreSearch | null
  readonly startRun: StartRun
  readonly startBackgroundRun: StartBackgroundRun
}

const MODES = [
  { value: 'page', label: 'Page by page' },
  { value: 'background', label: 'In the background' },
]
const FIRST_CAP = 1000
const CHOSEN = 'chosen'
const SHORT = 'short-budgets'
const CAP_FAULT = 'cap-fault'
const NO_CONDITIONS = { capCredits: null, untilAt: null, untilKnown: false }

/** Runs a saved search: with which key, how far, at what price. */
export function RunPanel(props: RunPanelProps) {
  const { team, searchId, keys, choosesKey, subjectCount } = props
  const isMany = subjectCount > 1
  const isHydrated = useHydrated()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Someone who pressed Run in the list continues with one more press.
    if (isHydrated && window.location.hash === '#run') button.current?.focus()
  }, [isHydrated])
  const router = useRouter()
  const [mode, setMode] = useState<'page' | 'background'>(
    props.isBackground || isMany ? 'background' : 'page',
  )
  const [keyId, setKeyId] = useState(choosesKey ? CHOSEN : (keys[0]?.id ?? null))
  const [typedCap, setTypedCap] = useState(props.isBackground || isMany ? formatCount(FIRST_CAP) : '')
  const paced = keys.find(({ id }) => id === keyId)
  const estimate = { ...props.estimate, walletId: (paced ?? keys[0])?.walletId ?? null }
  const cap = readCap(typedCap, estimate.minItems)
  const capItems = cap.error === null ? cap.items : null
  const stopsByItself = props.hasRun && props.isByTime
  const [conditions, setConditions] = useState<Omit<Conditions, 'capItems'>>({
    ...NO_CONDITIONS,
    untilKnown: stopsByItself,
  })
  // The first items, from their answer until the run's own page loads, so that nobody has to wait for that page to
  // read them.
  const [came, setCame] = useState<readonly ItemView[] | null>(null)
  const open = (runId: string) => router.push(`/${team}/runs/${runId}`)
  const { start, startInBackground, isPending, refusal, reset } = useStartRun(
    team,
    { startRun: props.startRun, startBackgroundRun: props.startBackgroundRun, onItems: setCame },
    open,
  )
  if (keys.length === 0 || keyId === null)
    return <Text size="sm">There is no key to run it with. An admin can add or enable one.</Text>
  const isDeleted = refusal?.fields.searchId !== undefined
  const isBackground = mode === 'background'
  const capFault = cap.error ?? refusal?.fields.capItems
  const choose = (value: string) => {
    setMode(value === 'background' ? 'background' : 'page')
    if (value === 'background') setTypedCap((known) => (known.trim() === '' ? formatCount(FIRST_CAP) : known))
  }
  const warning = warnOfPageSize(estimate, { ...(isBackground && conditions), capItems })
  const chosen = keyId === CHOSEN ? '' : keyId
  const short = listShortBudgets({ budgets: props.budgets, chosenId: keyId }, estimate)
  const run = () =>
    isBackground
      ? startInBackground(searchId, chosen, { ...conditions, capItems })
      : start(searchId, chosen, capItems)
  return (
    <Stack gap="sm">
      <RefusalAlert refusal={refusal} />
      {isDeleted && props.restore && (
        <div>
          <RestoreButton
            team={team}
            searchId={searchId}
            name={props.name}
            restore={props.restore}
            onDone={reset}
          />
        </div>
      )}
      {!isMany && (
        <SegmentedControl
          aria-label="How to run it"
          data={MODES}
          value={mode}
          onChange={choose}
          w={{ base: '100%', sm: 360 }}
        />
      )}
      <Group align="flex-end" gap="sm">
        <ChoiceField
          label="Key"
          w={{ base: '100%', sm: 360 }}
          value={keyId}
          onChange={setKeyId}
          data={[
            ...(choosesKey ? [{ value: CHOSEN, label: 'The least busy key of its wallet' }] : []),
            ...keys.map((key) => ({ value: key.id, label: keyLabel(key) })),
          ]}
        />
        <CapInput
          typed={typedCap}
          onChange={setTypedCap}
          isRefused={capFault !== undefined}
          reasonId={CAP_FAULT}
        />
        <Button
          ref={button}
          onClick={run}
          loading={isPending || came !== null}
          disabled={!isHydrated || cap.error !== null || isDeleted || props.isExample}
          {...(short.length > 0 && { 'aria-describedby': SHORT })}
        >
          {isBackground ? 'Run in the background' : 'Run first page'}
        </Button>
      </Group>
      {capFault !== undefined && (
        <Text id={CAP_FAULT} size="sm" c="red" role="alert">
          {capFault}
        </Text>
      )}
      <ShortBudgets id={SHORT} team={team} short={short} estimate={estimate} />
      {isBackground && (
        <RunConditions
          conditions={conditions}
          isByTime={props.isByTime}
          isMany={isMany}
          stopsByItself={stopsByItself}
          errors={refusal?.fields ?? {}}
          set={(change) => setConditions((known) => ({ ...known, ...change }))}
        />
      )}
      {cap.error === null && (
        <Dimmed>
          {isMany
            ? describeBatchForecast(estimate, { ...conditions, capItems }, subjectCount, {
                ...conditions,
                outlook: props.outlook,
              })
            : isBackground
              ? describeForecast(
                  estimate,
                  { ...conditions, capItems },
                  expectedItems(props.outlook, conditions, estimate),
                )
              : describeEstimate(estimate)}{' '}
          {describeExtraCosts(estimate, isMany)}
        </Dimmed>
      )}
      {isBackground && paced && !isMany && <Dimmed>{describePace(paced)}</Dimmed>}
      {warning && <Text size="sm">{warning}</Text>}
      {short.length === 0 && <RemainingBudgets budgets={props.budgets} chosenId={keyId} />}
      {came && <FirstItems items={came} />}
    </Stack>
  )
}
