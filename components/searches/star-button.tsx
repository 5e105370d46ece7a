'use client'

import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { type Action, useAction } from '@/components/forms'

export type StarSearch = Action<{ team: string; searchId: string; isStarred: boolean }>

interface StarButtonProps {
  readonly team: string
  readonly searchId: string
  readonly name: string
  readonly isStarred: boolean
  readonly star: StarSearch
}

/** Stars a search, which keeps it at the top of the member's own list. */
export function StarButton({ team, searchId, name, isStarred, star }: StarButtonProps) {
  const router = useRouter()
  const { call, isPending } = useAction(star)
  const toggle = async () => {
    if ((await call({ team, searchId, isStarred: !isStarred })).ok) router.refresh()
  }
  const Icon = isStarred ? IconStarFilled : IconStar
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      loading={isPending}
      onClick={toggle}
      aria-pressed={isStarred}
      aria-label={`Star ${name}`}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
