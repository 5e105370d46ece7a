'use client'

import { Checkbox, CheckboxGroup, Group, List, ListItem, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { Card, ChoiceField, ConfirmButton, RefusalAlert } from '@/components/ui'
import type { ProviderTest } from '@/lib/collect/runs'
import {
  type ByOperation,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type Rate,
  SUBJECT_KINDS,
  SUBJECTS,
  type SubjectKind,
} from '@/lib/kernel'
import type { ItemPart } from './labels'
import { describeTestCost, type OperationCost } from './test-cost'
import { TestReport } from './test-report'
import { labelRefusalFields } from './typed-values'

export interface TestKey {
  readonly id: string
  readonly label: string
  readonly rate: Rate
}

export interface TestInput extends Record<SubjectKind, string> {
  team: string
  keyId: string
  operations: Operation[]
  provokes: boolean
  overrides: Record<string, unknown>
}

export interface TestPanelProps {
  readonly team: string
  readonly keys: readonly TestKey[]
  readonly costs: ByOperation<OperationCost>
  /** Path of the key's account; null if the service reports nothing about a key. */
  readonly accountPath: string | null
  /** Subjects to try that are known to exist. */
  readonly suggested: Readonly<Record<SubjectKind, string>>
  readonly test: Action<TestInput, ProviderTest>
}

const CHOICES = OPERATION_NAMES.map((value) => ({ value, label: `A page of ${OPERATIONS[value].noun}` }))

/** Tries the form's values on the upstream: first shows the maximum cost, then the findings. */
export function TestPanel(
  props: TestPanelProps & {
    readonly overrides: () => Record<string, unknown>
    /** Fills the form. Returns the labels of the fields that this changed. */
    onFound(suggestion: ProviderTest['suggestion']): string[]
    onUse(part: ItemPart, path: string): void
  },
) {
  const { team, keys, costs, accountPath, suggested } = props
  const { call, refusal } = useAction(props.test)
  const [keyId, setKeyId] = useState(keys[0]?.id ?? null)
  const [operations, setOperations] = useState<Operation[]>(['timeline'])
  const [subjects, setSubjects] = useState(suggested)
  // Values that were sent, which a field's fault refers to.
  const [sent, setSent] = useState(suggested)
  const [provokes, setProvokes] = useState(false)
  const [found, setFound] = useState<{ test: ProviderTest; changed: string[] } | null>(null)
  const key = keys.find(({ id }) => id === keyId)
  if (!key)
    return (
      <Card title="Test this provider">
        <Text size="sm">
          A test needs a key of this service that is in use. Add or enable one under Keys.
        </Text>
      </Card>
    )
  const asked = SUBJECT_KINDS.filter((kind) => operations.some((each) => OPERATIONS[each].subject === kind))
  const cost = describeTestCost({ operations, provokes, costs, rate: key.rate, accountPath })

  const test = async () => {
    setFound(null)
    setSent(subjects)
    const overrides = props.overrides()
    const { data } = await call({ team, keyId: key.id, operations, ...subjects, provokes, overrides })
    if (data) setFound({ test: data, changed: props.onFound(data.suggestion) })
    // Its fields are on the page, and so is the reason.
    return { refusal: null }
  }
  return (
    <Card
      title="Test this provider"
      description="Sends as few requests as possible, using the form under Advanced, and fills that form with what it finds. Nothing is saved."
    >
      <Stack>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <ChoiceField
            label="Key to test with"
            miw={220}
            data={keys.map(({ id, label }) => ({ value: id, label }))}
            value={key.id}
            onChange={setKeyId}
          />
          {asked.map((kind) => (
            <TextInput
              key={kind}
              label={SUBJECTS[kind].tryLabel}
              required
              value={subjects[kind]}
              onChange={(event) => setSubjects({ ...subjects, [kind]: event.currentTarget.value })}
              error={subjects[kind] === sent[kind] && refusal?.fields[kind]}
            />
          ))}
        </Group>
        <CheckboxGroup
          label="What to test"
          value={operations}
          onChange={(values) =>
            setOperations(CHOICES.map(({ value }) => value).filter((each) => values.includes(each)))
          }
          error={refusal?.fields.operations}
        >
          <Group mt="xs">
            {CHOICES.map((choice) => (
              <Checkbox key={choice.value} {...choice} />
            ))}
          </Group>
        </CheckboxGroup>
        {accountPath !== null && (
          <Checkbox
            label="Cause a refusal (429)"
            description="Sends too many requests at once, to learn how long the API asks to wait. All other calls with this key wait, too."
            checked={provokes}
            onChange={(event) => setProvokes(event.currentTarget.checked)}
          />
        )}
        <div>
          <Text size="sm" fw={600}>
            What it may cost
          </Text>
          <List size="sm">
            {cost.map((sentence) => (
              <ListItem key={sentence}>{sentence}</ListItem>
            ))}
          </List>
        </div>
        <RefusalAlert refusal={labelRefusalFields(refusal, 'Nothing was asked.')} />
        <Group>
          <ConfirmButton
            size="sm"
            label="Test this provider"
            title="Test this provider?"
            text={cost.join(' ')}
            confirmLabel="Test the provider"
            isHarmless
            onConfirm={test}
          />
        </Group>
        {found && <TestReport {...found} team={team} onUse={props.onUse} />}
      </Stack>
    </Card>
  )
}
