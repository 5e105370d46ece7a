'use client'

import { IconLock } from '@tabler/icons-react'
import { EmptyState } from './empty-state'

/**
 * Says that the role does not suffice, which one is needed and who can grant it. `toDo` completes "Only people … may
 * …".
 */
export function ForbiddenState({ needs, toDo }: { readonly needs: string; readonly toDo: string }) {
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={`This needs the role ${needs}`}
      text={`Only people with the role ${needs} may ${toDo}. An admin of your team can give it to you.`}
    />
  )
}
