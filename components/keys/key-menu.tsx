'use client'

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import type { KeyMenuContent } from './opened-key-menu'

const load = () => import('./opened-key-menu').then(({ OpenedKeyMenu }) => OpenedKeyMenu)

/** What an admin can do to the key of this page. */
export function KeyMenu(content: KeyMenuContent) {
  const { name, prefix } = content.row
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={content}
      button={
        <ActionIcon variant="default" size="lg" aria-label={`Actions for ${name} ${prefix}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
