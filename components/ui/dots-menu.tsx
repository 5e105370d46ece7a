'use client'

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { OnDemand, type OnDemandProps } from './on-demand'
import type { RowMenuContent } from './opened-menus'

interface DotsMenuProps<Content> extends Pick<OnDemandProps<Content>, 'content' | 'load'> {
  /** Name of the subject. */
  readonly name: string
  readonly isDisabled?: boolean
  /** True beside the other buttons of a page’s or a card’s head. */
  readonly isInHeader?: boolean
}

/** Renders the one button that hides what else can be done to something. */
export function DotsMenu<Content extends object>(props: DotsMenuProps<Content>) {
  const { name, isDisabled = false, isInHeader = false, ...menu } = props
  return (
    <OnDemand
      popup="menu"
      {...menu}
      button={
        <ActionIcon
          {...(isInHeader
            ? { variant: 'default', size: 36 }
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

type RowMenuProps = RowMenuContent & Omit<ComponentProps<typeof DotsMenu<RowMenuContent>>, 'content' | 'load'>

const loadRow = () => import('./opened-menus').then(({ OpenedRowMenu }) => OpenedRowMenu)

/** Offers what can be done to a row, behind one button that is never cut off. */
export const RowMenu = ({ actions, ...menu }: RowMenuProps) => (
  <DotsMenu {...menu} content={{ actions }} load={loadRow} />
)
