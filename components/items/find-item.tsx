'use client'

import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import classes from '@/components/runs/runs.module.css'
import { AppLink, Dimmed } from '@/components/ui'
import type { ItemView, MarkView } from '@/lib/collect/items'
import type { FoundItem } from '@/lib/collect/runs'
import { currentTimeZone, formatMoment } from '@/lib/kernel'
import { NoteEditor } from './dialogs'
import { ItemCard } from './item-card'
import { type MarkItem, useMarking, useMarks } from './use-marks'

/** Asks for an item by its id. The answer is on the same page, at its own address. */
export function FindItemForm({ team, id }: { readonly team: string; readonly id: string }) {
  return (
    <form action={`/${team}/runs`} method="get">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          name="item"
          label="Find an item by its id"
          placeholder="Id from an export"
          defaultValue={id}
          key={id}
          required
          withAsterisk={false}
          flex="1 1 auto"
          maw={240}
        />
        <Button type="submit" variant="default">
          Find
        </Button>
      </Group>
    </form>
  )
}

interface FoundItemViewProps {
  readonly team: string
  /** Id that was requested. */
  readonly id: string
  /** Null if no run that the member may see has found it. */
  readonly found: FoundItem | null
  /** Null for viewers. */
  readonly markItem: MarkItem | null
}

/** Shows an item with the searches that found it, or says that none did. */
export function FoundItemView({ team, id, found, markItem }: FoundItemViewProps) {
  if (!found) {
    return (
      <Text role="status" style={{ overflowWrap: 'anywhere' }}>
        No run that you can see has an item with the id {id}.
      </Text>
    )
  }
  return (
    <Stack gap="sm">
      {found.item ? (
        <MarkedItem team={team} item={found.item} mark={found.mark} markItem={markItem} />
      ) : (
        <Text c="dimmed">The item’s content was deleted; here is where it was seen.</Text>
      )}
      <div>
        <Text fw={600} size="sm">
          First seen by each search
        </Text>
        <ul aria-label="Where it was seen" className={classes.sources}>
          {found.sources.map(({ runId, searchName, memberName, at }) => (
            <li key={runId}>
              <AppLink href={`/${team}/runs/${runId}`}>
                {searchName}, run by {memberName}
              </AppLink>{' '}
              <Dimmed span>
                first seen {formatMoment(at)} ({currentTimeZone()})
              </Dimmed>
            </li>
          ))}
        </ul>
      </div>
    </Stack>
  )
}

interface MarkedItemProps extends Pick<FoundItemViewProps, 'team' | 'markItem'> {
  readonly item: ItemView
  readonly mark: MarkView | null
}

const NOT_OFFERED: MarkItem = () => Promise.reject(new Error('Not offered here.'))
/** View for a single item, which is shown whatever its mark. */
const ALL = { text: '', only: 'all' }
const stay = () => Promise.resolve()
const nothing = () => undefined

function MarkedItem({ team, item, mark, markItem }: MarkedItemProps) {
  const marks = useMarks(team, mark ? [mark] : [], markItem ?? NOT_OFFERED)
  const { marking, editor } = useMarking(marks, ALL, stay, nothing)
  return (
    <>
      <ItemCard item={item} mark={marks.known.get(item.id)} marking={markItem && marking} />
      <NoteEditor {...editor} />
    </>
  )
}
