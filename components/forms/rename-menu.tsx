'use client'

import { DotsMenu } from '@/components/ui'
import type { RenameMenuContent } from './opened-rename-menu'

const load = () => import('./opened-rename-menu').then(({ OpenedRenameMenu }) => OpenedRenameMenu)

interface RenameMenuProps extends RenameMenuContent {
  readonly isInHeader?: boolean
}

/** Offers what can be done to something that has a name of its own. */
export const RenameMenu = ({ isInHeader = false, ...content }: RenameMenuProps) => (
  <DotsMenu name={content.name} isInHeader={isInHeader} content={content} load={load} />
)
