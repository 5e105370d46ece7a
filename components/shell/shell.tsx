'use client'

import { ActionIcon, AppShell, AppShellHeader, AppShellMain, AppShellNavbar } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { rememberTeam } from '@/components/ui'
import { OfflineNote } from './offline-note'
import { Palette } from './palette'
import { SandboxBadge } from './sandbox-badge'
import classes from './shell.module.css'
import { SideBar, type SideBarProps } from './side-bar'
import { useKeyboard } from './use-keyboard'

export interface ShellProps extends Omit<SideBarProps, 'onLeave' | 'onFind'> {
  readonly children: ReactNode
}

/** Renders the frame of a team's pages, with navigation and person at the left; on a phone behind a button. */
export function Shell({ children, ...bar }: ShellProps) {
  const { team, bell, isSandbox } = bar
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const { opened, open, shut } = useKeyboard(`/${team.slug}`)
  const burger = useRef<HTMLButtonElement>(null)
  const leave = () => {
    if (isOpen) burger.current?.focus()
    close()
  }
  const find = () => {
    close()
    open('palette')
  }
  useHotkeys([['Escape', leave]])
  useEffect(() => rememberTeam(team.slug), [team.slug])
  return (
    <AppShell
      transitionDuration={150}
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
    >
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <AppShellHeader hiddenFrom="sm" className={classes.top ?? ''}>
        <ActionIcon
          ref={burger}
          onClick={toggle}
          variant="subtle"
          color="gray"
          size="lg"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Close the navigation' : 'Open the navigation'}
        >
          {isOpen ? <IconX size={22} aria-hidden /> : <IconMenu2 size={22} aria-hidden />}
        </ActionIcon>
        <span className={classes.name}>{team.name}</span>
        {isSandbox && <SandboxBadge />}
        {bell}
      </AppShellHeader>
      <AppShellNavbar className={classes.navbar ?? ''} data-closed={!isOpen || undefined}>
        <SideBar {...bar} onLeave={close} onFind={find} />
      </AppShellNavbar>
      <AppShellMain id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          <OfflineNote />
          {children}
        </div>
      </AppShellMain>
      <Palette team={team.slug} opened={opened} onClose={shut} onShortcuts={() => open('shortcuts')} />
    </AppShell>
  )
}
