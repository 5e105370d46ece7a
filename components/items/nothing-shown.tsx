'use client'

import { Button } from '@mantine/core'
import { EmptyState } from '@/components/ui'
import type { ItemsViewOptions } from '@/lib/collect/items'

interface NothingShownProps {
  readonly view: Pick<ItemsViewOptions, 'text' | 'only'>
  /** True for a first run. */
  readonly isBaseline: boolean
  showAll(): void
}

/** Explains why a view of a run that has items shows none, and leads back to all of them. */
export function NoItemsShown({ view, isBaseline, showAll }: NothingShownProps) {
  const isFiltered = view.text !== '' || view.only !== 'all'
  return (
    <EmptyState
      {...explainNoItemsShown(view, isBaseline)}
      action={
        isFiltered && (
          <Button size="xs" variant="default" onClick={showAll}>
            Show all
          </Button>
        )
      }
    />
  )
}

const WORDS: Readonly<Record<ItemsViewOptions['only'], { readonly title: string; readonly text?: string }>> =
  {
    all: { title: 'All items are hidden' },
    new: { title: 'Nothing is new', text: 'Earlier runs of this search brought all of these items.' },
    starred: { title: 'No starred items' },
    noted: { title: 'No items with a note' },
    hidden: { title: 'No hidden items' },
  }

/** Explains why nothing is shown. */
export function explainNoItemsShown(
  { text, only }: Pick<ItemsViewOptions, 'text' | 'only'>,
  isBaseline: boolean,
): { readonly title: string; readonly text?: string } {
  if (only === 'new' && isBaseline)
    return {
      title: 'No items marked as new',
      text: 'This is the first run: all of its items are new, so none is marked.',
    }
  return text === '' ? WORDS[only] : { title: 'No matching items', text: `None of them contains “${text}”.` }
}
