'use client'

import { ActionIcon, AppShell, AppShellHeader, AppShellMain, AppShellNavbar } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { PageNote, rememberTeam } from '@/components/ui'
import { Palette } from './palette'
import classes from './shell.module.css'
import { SideBar, type SideBarProps } from './side-bar'
import { useKeyboardShortcuts } from './use-keyboard'

export interface ShellProps extends Omit<SideBarProps, 'onLeave' | 'onFind'> {
  readonly children: ReactNode
}

/** Renders the frame of a team's pages, with navigation and person at the left; on a phone behind a button. */
export function Shell({ children, ...bar }: ShellProps) {
  const { team, bell, chip } = bar
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const { opened, open, shut } = useKeyboardShortcuts(`/${team.slug}`)
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
      <LoadingBar />
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
        {chip}
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

const listen = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Returns the link to a page of Purser that a click follows; null for any other click. */
function linkOf({ target }: MouseEvent): HTMLAnchorElement | null {
  const link =
    target instanceof Element
      ? target.closest<HTMLAnchorElement>('a[href^="/"]:not([download], [target], [href^="/api/"])')
      : null
  return link?.hash === '' ? link : null
}

/** Draws a thin bar at the top from a click on a link until its page is there, if that takes longer than a moment. */
function LoadingBar() {
  const here = `${usePathname()}?${useSearchParams()}`
  const [left, setLeft] = useState('')
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = linkOf(event)
      const isElsewhere = link && link.href !== window.location.href
      if (isElsewhere && !event.metaKey && !event.ctrlKey && !event.shiftKey) setLeft(here)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [here])
  return left === here && <div className={classes.loading} aria-hidden />
}

/** Keeps a link from leaving for the browser's own page about a lost network. */
function stay(event: MouseEvent): void {
  if (!linkOf(event)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Says so while the browser has no network, and keeps the page. */
function OfflineNote() {
  const isOnline = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
  useEffect(() => {
    if (isOnline) return
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [isOnline])
  if (isOnline) return null
  return (
    <div className={classes.offline} role="status">
      <PageNote tone="warn" lead="You are offline.">
        This page shows what it loaded last, and links work again once you are connected. Runs in the
        background continue.
      </PageNote>
    </div>
  )
}
