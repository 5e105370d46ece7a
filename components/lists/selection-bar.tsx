'use client'

import { Button, Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, callAction, NameDialog } from '@/components/forms'
import { ConfirmDialog, showFailureMessage, showMessage } from '@/components/ui'
import { formatPlural, MAX_AT_ONCE, type ManyChanged } from '@/lib/kernel'
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
  /** Words of the dialog that asks for a name. */
  readonly asksName?: { readonly title: string; readonly submitLabel: string }
  /** Choices of a menu, one of which the change takes. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}

/** Input of a change beside the rows: a typed name, or one of its choices. */
interface ChangeDetail {
  name?: string | undefined
  choice?: string | undefined
  /** For Undo: the value that the rows got. */
  given?: string | undefined
}

/** Input of a server action that changes many rows. */
interface ChangeInput extends ChangeDetail {
  team: string
  ids: string[]
  change: string
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

/** Returns how to change rows and to say what was changed, with the offer to take it back. */
function useChange({ team, of: [one, many], act }: Pick<SelectionBarProps, 'team' | 'of' | 'act'>) {
  const router = useRouter()
  const send = (change: string, of: readonly string[], detail?: ChangeDetail) =>
    callAction(act, { team, ids: [...of], change, ...detail })
  const takeBack = async (inverse: string, done: ManyChanged, detail?: ChangeDetail) => {
    const { changed, former, given } = done
    // Each goes back to what it was.
    const parts = former
      ? [...new Set(Object.values(former))].map((choice) => ({
          of: changed.filter((id) => former[id] === choice),
          back: { choice },
        }))
      : [{ of: changed, back: detail }]
    const results = []
    for (const { of, back } of parts) results.push(await send(inverse, of, { ...back, given }))
    const failed = results.find(({ ok }) => !ok)
    const refused = results.flatMap(({ data }) => data?.refused ?? [])
    if (failed) showFailureMessage(`Not undone: ${failed.refusal?.message}`)
    else if (refused.length > 0)
      showFailureMessage(`Not undone for ${formatPlural(refused.length, one, many)}: ${refused[0]?.message}`)
    else showMessage('Undone.')
    router.refresh()
  }
  const sayOf = ({ done, inverse }: BulkAction, result: ManyChanged, detail?: ChangeDetail) => {
    const { changed, refused } = result
    const words =
      changed.length === 0 ? 'Nothing to change.' : `${done} ${formatPlural(changed.length, one, many)}.`
    if (inverse && changed.length > 0) tellWithUndo(words, () => takeBack(inverse, result, detail))
    else showMessage(words)
    if (refused.length > 0)
      showFailureMessage(`Not done for ${formatPlural(refused.length, one, many)}: ${refused[0]?.message}`)
    router.refresh()
  }
  return { send, sayOf }
}

interface RowActionProps extends Pick<SelectionBarProps, 'team' | 'of' | 'act'> {
  readonly id: string
  readonly name: string
  readonly action: BulkAction
}

/** Does to one row what can be done to many; it can be taken back as well. */
export function RowAction({ id, name, action, ...list }: RowActionProps) {
  const { send, sayOf } = useChange(list)
  const [isPending, setPending] = useState(false)
  const act = async () => {
    setPending(true)
    const { data, refusal } = await send(action.change, [id])
    setPending(false)
    if (data) sayOf(action, data)
    else showFailureMessage(refusal?.message ?? '')
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={isPending}
      onClick={act}
      aria-label={`${action.label}: ${name}`}
    >
      {action.label}
    </Button>
  )
}

/** Says how many rows are selected, and does something to all of them at once; most of it can be taken back. */
export function SelectionBar(props: SelectionBarProps) {
  const { team, actions, act, ids, clear } = props
  const [one, many] = props.of
  const { send, sayOf } = useChange(props)
  const [asked, ask] = useState<BulkAction | null>(null)
  const [pending, setPending] = useState<string | null>(null)
  const areTooMany = ids.length > MAX_AT_ONCE
  const end = (action: BulkAction, data: ManyChanged | undefined, detail?: ChangeDetail) => {
    ask(null)
    if (data) sayOf(action, data, detail)
    clear()
  }
  const perform = async (action: BulkAction, detail?: ChangeDetail) => {
    setPending(action.change)
    const { data, ok, refusal } = await send(action.change, ids, detail)
    setPending(null)
    if (ok) end(action, data, detail)
    // A question says so itself.
    else if (!action.asks) showFailureMessage(refusal?.message ?? '')
    return { refusal }
  }
  if (ids.length === 0) return null
  return (
    <div className={classes.bar} role="toolbar" aria-label={`Selected ${many}`} data-print="never">
      <b aria-live="polite">
        {formatPlural(ids.length, one, many)} selected{areTooMany && `, ${MAX_AT_ONCE} at most`}
      </b>
      {actions.map((action) => {
        const { change, label, choices } = action
        const asks = action.asks !== undefined || action.asksName !== undefined
        const button = (
          <Button
            key={change}
            size="xs"
            variant="default"
            loading={pending === change}
            disabled={pending !== null || areTooMany}
            {...(choices === undefined && { onClick: () => (asks ? ask(action) : void perform(action)) })}
          >
            {asks || choices ? `${label}…` : label}
          </Button>
        )
        if (!choices) return button
        return (
          <Menu key={change} position="top-start">
            <MenuTarget>{button}</MenuTarget>
            <MenuDropdown className={classes.choices}>
              {choices.map(({ value, label: choice }) => (
                <MenuItem key={value} onClick={() => void perform(action, { choice: value })}>
                  {choice}
                </MenuItem>
              ))}
            </MenuDropdown>
          </Menu>
        )
      })}
      <Button size="xs" variant="subtle" onClick={clear}>
        Clear
      </Button>
      <ConfirmDialog
        {...(asked?.asks ?? { title: '', text: '', confirmLabel: '' })}
        isOpen={asked?.asks !== undefined}
        onConfirm={async () => (asked ? perform(asked) : { refusal: null })}
        onClose={() => ask(null)}
      />
      <NameDialog
        {...(asked?.asksName ?? { title: '', submitLabel: '' })}
        isOpen={asked?.asksName !== undefined}
        onClose={() => ask(null)}
        save={async (name: string) => {
          const answer = await act({ team, ids: [...ids], change: asked?.change ?? '', name })
          if (asked && answer.data) end(asked, answer.data, { name })
          return answer
        }}
        onDone={() => undefined}
      />
    </div>
  )
}

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
