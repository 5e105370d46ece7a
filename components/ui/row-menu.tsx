'use client'

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { OnDemand } from './on-demand'
import type { RowMenuContent } from './row-action'

interface RowMenuProps extends RowMenuContent {
  /** What it is done to. */
  readonly name: string
  readonly isDisabled?: boolean
  /** Beside the other buttons of a page’s or a card’s head. */
  readonly isInHeader?: boolean
}

const load = () => import('./opened-row-menu').then(({ OpenedRowMenu }) => OpenedRowMenu)

/** What can be done to a row, behind one button that is never cut off. */
export function RowMenu({ name, isDisabled = false, isInHeader = false, actions }: RowMenuProps) {
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={{ actions }}
      button={
        <ActionIcon
          {...(isInHeader
            ? { variant: 'default', size: 'lg' }
            : { variant: 'subtle', color: 'gray', size: 28 })}
          disabled={isDisabled}
          aria-label={`Actions for ${name}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
