'use client'

import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, callAction, NameDialog, type Refusal } from '@/components/forms'
import { ConfirmDialog, showFailureMessage, showMessage } from '@/components/ui'
import { formatPlural, type ManyChanged } from '@/lib/kernel'
import classes from './lists.module.css'

/** Something that can be done to all selected rows. */
export interface BulkAction {
  /** The change, as the server action calls it. */
  readonly change: string
  readonly label: string
  /** Past tense for the message: “Starred”. */
  readonly done: string
  /** The change that takes it back; without it nothing does. */
  readonly inverse?: string
  /** The question before what cannot be taken back. */
  readonly asks?: { readonly title: string; readonly text: string; readonly confirmLabel: string }
  /** What to say when a name is asked for. */
  readonly asksName?: { readonly title: string; readonly submitLabel: string }
}

/** Input of a server action that changes many rows. */
interface ChangeInput {
  team: string
  ids: string[]
  change: string
  name?: string | undefined
}

/** A server action that changes many rows, each on its own. It takes its own changes only. */
export interface ManyAction {
  act(input: ChangeInput): ReturnType<Action<ChangeInput, ManyChanged>>
}

export interface SelectionBarProps extends ManyAction {
  readonly team: string
  /** Name of a row, for one and for many. */
  readonly of: readonly [string, string]
  readonly actions: readonly BulkAction[]
  readonly ids: readonly string[]
  clear(): void
}

/** Says how many rows are selected, and does something to all of them at once; most of it can be taken back. */
export function SelectionBar(props: SelectionBarProps) {
  const { team, actions, act, ids, clear } = props
  const [one, many] = props.of
  const router = useRouter()
  const [asked, ask] = useState<BulkAction | null>(null)
  const [pending, setPending] = useState<string | null>(null)
  const send = (change: string, of: readonly string[], name?: string) =>
    callAction(act, { team, ids: [...of], change, name })
  const takeBack = async (change: string, of: readonly string[], name?: string) => {
    const { ok, refusal } = await send(change, of, name)
    if (ok) showMessage('Undone.')
    else showFailureMessage(reasonOf(refusal))
    router.refresh()
  }
  const sayOf = ({ done, inverse }: BulkAction, { changed, refused }: ManyChanged, name?: string) => {
    const words =
      changed.length === 0 ? 'Nothing to change.' : `${done} ${formatPlural(changed.length, one, many)}.`
    if (inverse && changed.length > 0) tellWithUndo(words, () => takeBack(inverse, changed, name))
    else showMessage(words)
    if (refused.length > 0)
      showFailureMessage(`Not done for ${formatPlural(refused.length, one, many)}: ${refused[0]?.message}`)
  }
  const end = (action: BulkAction, data: ManyChanged | undefined, name?: string) => {
    ask(null)
    if (data) sayOf(action, data, name)
    clear()
    router.refresh()
  }
  const perform = async (action: BulkAction) => {
    setPending(action.change)
    const { data, ok, refusal } = await send(action.change, ids)
    setPending(null)
    if (ok) return end(action, data)
    ask(null)
    showFailureMessage(reasonOf(refusal))
  }
  if (ids.length === 0) return null
  return (
    <div className={classes.bar} role="toolbar" aria-label={`Selected ${many}`} data-print="never">
      <b aria-live="polite">{ids.length} selected</b>
      {actions.map((action) => (
        <Button
          key={action.change}
          size="xs"
          variant="default"
          loading={pending === action.change}
          disabled={pending !== null}
          onClick={() => (action.asks || action.asksName ? ask(action) : void perform(action))}
        >
          {action.asks || action.asksName ? `${action.label}…` : action.label}
        </Button>
      ))}
      <Button size="xs" variant="subtle" onClick={clear}>
        Clear
      </Button>
      <ConfirmDialog
        {...(asked?.asks ?? { title: '', text: '', confirmLabel: '' })}
        isOpen={asked?.asks !== undefined}
        isPending={pending !== null}
        onConfirm={() => asked && perform(asked)}
        onClose={() => ask(null)}
      />
      <NameDialog
        {...(asked?.asksName ?? { title: '', submitLabel: '' })}
        isOpen={asked?.asksName !== undefined}
        onClose={() => ask(null)}
        save={async (name: string) => {
          const answer = await act({ team, ids: [...ids], change: asked?.change ?? '', name })
          if (asked && answer.data) end(asked, answer.data, name)
          return answer
        }}
        onDone={() => undefined}
      />
    </div>
  )
}

/** Returns what to say of a refusal: that there are too many rows, before that some field is wrong. */
const reasonOf = (refusal: Refusal | null): string => refusal?.fields.ids ?? refusal?.message ?? ''

/** Time in which something can be taken back. */
const UNDO_MS = 10_000

/** Says in the corner that something was done, and offers for ten seconds to take it back. */
function tellWithUndo(message: string, undo: () => Promise<void>): void {
  const take = () => {
    notifications.hide(id)
    void undo()
  }
  const id = notifications.show({
    message: (
      <>
        {message}{' '}
        <Button size="compact-sm" variant="light" onClick={take}>
          Undo
        </Button>
      </>
    ),
    role: 'group',
    autoClose: UNDO_MS,
  })
}
