'use client'

import { DotsMenu } from '@/components/ui'
import type { KeyMenuContent } from './opened-key-menu'

const load = () => import('./opened-key-menu').then(({ OpenedKeyMenu }) => OpenedKeyMenu)

/** Offers what an admin can do to the key of this page. */
export const KeyMenu = (content: KeyMenuContent) => (
  <DotsMenu name={`${content.row.name} ${content.row.prefix}`} isInHeader content={content} load={load} />
)
