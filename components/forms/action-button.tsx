'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { RefusalAlert } from '@/components/ui'
import { type Action, useAction } from './action'

interface ActionButtonProps<Input> extends ButtonProps {
  readonly label: string
  /** Accessible name, with what it acts on, if a page has several of these buttons. */
  readonly 'aria-label'?: string
  readonly action: Action<Input>
  readonly input: Input
  /** Says that it was done. */
  readonly done: string
  onDone?(): void
}

/** Renders a button that does one thing, and says that it was done, or why it was refused. */
export function ActionButton<Input>(props: ActionButtonProps<Input>) {
  const { label, action, input, done, onDone, ...button } = props
  const { call, isPending, refusal } = useAction(action, done)
  const act = async () => {
    if ((await call(input)).ok) onDone?.()
  }
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Button size="xs" variant="default" {...button} loading={isPending} onClick={act}>
        {label}
      </Button>
    </>
  )
}
