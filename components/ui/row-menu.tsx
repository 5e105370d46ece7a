'use client'

import type { ComponentProps } from 'react'
import { DotsMenu } from './dots-menu'
import type { RowMenuContent } from './row-action'

type RowMenuProps = RowMenuContent & Omit<ComponentProps<typeof DotsMenu<RowMenuContent>>, 'content' | 'load'>

const load = () => import('./opened-row-menu').then(({ OpenedRowMenu }) => OpenedRowMenu)

/** Offers what can be done to a row, behind one button that is never cut off. */
export const RowMenu = ({ actions, ...menu }: RowMenuProps) => (
  <DotsMenu {...menu} content={{ actions }} load={load} />
)
