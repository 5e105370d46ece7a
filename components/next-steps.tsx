'use client'

import { Button, Group, List, ListItem, Stack, ThemeIcon } from '@mantine/core'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Action, useAction } from '@/components/forms'
import { AppLink, Card, Dimmed, RefusalAlert } from '@/components/ui'
import type { NextStep, NextStepView } from '@/lib/server/next-steps'

interface NextStepsProps {
  readonly team: string
  readonly steps: readonly NextStepView[]
  readonly hide: Action<{ team: string }>
  /** Content below the list. */
  readonly children?: ReactNode
}

interface StepWords {
  readonly label: string
  readonly why: string
  readonly path: string
}

const WORDS: Readonly<Record<NextStep, StepWords>> = {
  key: {
    label: 'Add a key for each environment',
    why: 'Usage can then show which one spends.',
    path: '/keys',
  },
  invite: { label: 'Invite someone', why: 'Everyone sees what they spend themselves.', path: '/members' },
  budget: {
    label: 'Create a budget',
    why: 'It can block calls that could exceed an amount.',
    path: '/budgets',
  },
  channel: {
    label: 'Set up an alert channel',
    why: 'By e-mail, Slack or webhook.',
    path: '/alerts?tab=channels#new',
  },
  service: {
    label: 'Add a service',
    why: 'Your programs call the API through Purser.',
    path: '/services',
  },
}

/** Returns the words of a step. An existing channel must not be set up twice. */
function wordsOf({ step, waiting }: NextStepView): StepWords {
  if (!waiting) return WORDS[step]
  const { name, needsMail } = waiting
  return needsMail
    ? {
        label: `Alert channel “${name}” waits for a mail server`,
        why: 'Slack and webhooks work without it.',
        path: '/alerts?tab=channels',
      }
    : {
        label: `Confirm the alert channel “${name}”`,
        why: 'It gets nothing until its address is confirmed.',
        path: '/alerts?tab=channels',
      }
}

/** Lists what to do next in a new team. Each entry completes by itself; an admin can hide the list. */
export function NextSteps({ team, steps, hide, children }: NextStepsProps) {
  const { call, refusal, isPending } = useAction(hide, 'The list is hidden.')
  const done = steps.filter(({ isDone }) => isDone)
  const open = steps.filter(({ isDone }) => !isDone)
  return (
    <Card
      title="Next steps"
      description={`${done.length} of ${steps.length} done`}
      actions={
        <Button variant="default" size="xs" loading={isPending} onClick={() => void call({ team })}>
          Hide the list
        </Button>
      }
    >
      <Stack gap="md">
        <RefusalAlert refusal={refusal} />
        <List spacing="sm" size="sm" center listStyleType="none">
          {open.map((each) => {
            const { label, why, path } = wordsOf(each)
            return (
              <ListItem key={each.step} icon={<Mark isDone={false} />}>
                {/* If the reason has its own line, it is close to what it explains. */}
                <Group gap="0 8px">
                  <AppLink href={`/${team}${path}`}>{label}</AppLink>
                  <Dimmed span>{why}</Dimmed>
                </Group>
              </ListItem>
            )
          })}
          {done.length > 0 && (
            <ListItem icon={<Mark isDone />}>
              <Dimmed span>Done: {done.map(({ step }) => WORDS[step].label).join(' · ')}</Dimmed>
            </ListItem>
          )}
        </List>
        {children}
      </Stack>
    </Card>
  )
}

const Mark = ({ isDone }: { readonly isDone: boolean }) => (
  <ThemeIcon size={20} radius="xl" variant="light" color={isDone ? 'green' : 'gray'} aria-hidden>
    {isDone ? <IconCheck size={14} /> : <IconCircle size={14} />}
  </ThemeIcon>
)
