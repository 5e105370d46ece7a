'use client'

import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { RefusableForm } from '@/components/forms'
import { Dimmed, OpenedDialog, type Refusal, useLazyDialog } from '@/components/ui'
import type { ItemView, MarkView } from '@/lib/collect/items'
import { formatCount } from '@/lib/kernel'
import { itemAuthor } from './item-parts'
import { describeMarkAuthor } from './mark-buttons'

const MAX = 2000

export interface NoteEditorProps {
  /** Item whose note is edited; null: closed. */
  readonly item: ItemView | null
  readonly mark: MarkView | undefined
  save(itemId: string, note: string): Promise<Refusal | null>
  onClose(): void
}

/** Edits the team's note on an item, saved by a button. On a refusal the typed text stays. */
export function OpenedNote({ item: wanted, onClose, ...form }: NoteEditorProps) {
  const item = useLazyDialog(wanted).input
  return (
    <OpenedDialog
      isOpen={item !== null}
      onClose={onClose}
      title={item ? `Note on item ${item.place + 1} by ${itemAuthor(item)}` : ''}
    >
      {item && <NoteForm key={item.id} item={item} onClose={onClose} {...form} />}
    </OpenedDialog>
  )
}

function NoteForm({
  item,
  mark,
  save,
  onClose,
}: Omit<NoteEditorProps, 'item'> & { readonly item: ItemView }) {
  const [note, setNote] = useState(mark?.note ?? '')
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isPending, setPending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setPending(true)
    const refused = await save(item.id, note)
    setPending(false)
    setRefusal(refused)
    if (!refused) onClose()
  }
  const by = describeMarkAuthor(mark)
  return (
    <RefusableForm refusal={refusal} gap="sm" onSubmit={submit}>
      {(faults) => (
        <>
          <Textarea
            label="Note"
            description={`The whole team sees it wherever this item appears. At most ${formatCount(MAX)} characters.`}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            name="note"
            error={faults.note}
            maxLength={MAX}
            autosize
            minRows={3}
            maxRows={12}
            dir="auto"
            data-autofocus
          />
          {by && <Dimmed size="xs">Last marked by {by}</Dimmed>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save note
            </Button>
          </Group>
        </>
      )}
    </RefusableForm>
  )
}
