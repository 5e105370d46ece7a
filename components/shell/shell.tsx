'use client'

import { ActionIcon, Box, Skeleton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconMenu2, IconX } from '@tabler/icons-react'
import {
  type ReactNode,
  useEffect,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react'
import { PageNote, rememberTeam } from '@/components/ui'
import { Palette } from './palette'
import classes from './shell.module.css'
import { SideBar, type SideBarProps } from './side-bar'
import { useKeyboardShortcuts } from './use-keyboard'

export interface ShellProps extends Omit<SideBarProps, 'onLeave' | 'onFind'> {
  readonly children: ReactNode
}

/** Renders the frame of a team's pages, with navigation and person on the left; on a phone behind a button. */
export function Shell({ children, ...bar }: ShellProps) {
  const { team, bell, chip } = bar
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const { opened, open, shut } = useKeyboardShortcuts(`/${team.slug}`)
  const loading = useLoadingPage()
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
  const offline = useOffline()
  // Plain elements instead of Mantine's, which also lock the scrolling and resize their parts, and weigh twelve
  // kilobytes.
  return (
    <Box className={classes.shell} onClick={loading.click}>
      {loading.isPending && <div className={classes.loading} aria-hidden />}
      {loading.isElsewhere && (
        <div className={classes.skeleton} data-outline aria-hidden>
          <Skeleton h={28} w={200} mb={32} />
          {ROWS.map((row) => (
            <Skeleton key={row} maw={1280} h={20} mb={16} />
          ))}
        </div>
      )}
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <header className={classes.top}>
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
      </header>
      <nav className={classes.navbar} data-closed={!isOpen || undefined}>
        <SideBar {...bar} onLeave={close} onFind={find} />
      </nav>
      <main id="main" tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          {offline.isOffline && <OfflineNote hasWanted={offline.hasWanted} />}
          {children}
        </div>
      </main>
      <Palette team={team.slug} opened={opened} onClose={shut} onShortcuts={() => open('shortcuts')} />
    </Box>
  )
}

/** Rows of the outline of a page that has not arrived. */
const ROWS = Array.from({ length: 15 }, (_, row) => row)

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

/**
 * Returns whether a page was asked for by a click on a link and is not there yet, and whether it is another page than
 * this one. Fields show that they wait themselves.
 */
function useLoadingPage() {
  const [isPending, start] = useTransition()
  const [isElsewhere, setElsewhere] = useState(false)
  const [, follow] = useReducer((clicks: number) => clicks + 1, 0)
  const click = ({ nativeEvent }: { readonly nativeEvent: MouseEvent }) => {
    const link = linkOf(nativeEvent)
    if (!link || link.href === window.location.href) return
    if (nativeEvent.metaKey || nativeEvent.ctrlKey || nativeEvent.shiftKey) return
    setElsewhere(link.pathname !== window.location.pathname)
    // The router's own transition began in the same event, and React ends both together.
    start(follow)
  }
  return { isPending, isElsewhere: isPending && isElsewhere, click }
}

/**
 * Returns whether the browser has no network. Meanwhile it keeps the page instead of leaving for the browser's own about
 * the network; what was chosen last opens afterwards.
 */
function useOffline() {
  const isOnline = useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (isOnline) {
      if (wanted !== null) window.location.assign(wanted)
      return
    }
    const stay = (event: MouseEvent) => {
      const link = linkOf(event)
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(link.href)
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [isOnline, wanted])
  return { isOffline: !isOnline, hasWanted: wanted !== null }
}

const OfflineNote = ({ hasWanted }: { readonly hasWanted: boolean }) => (
  <Box mb="md" role="status">
    <PageNote tone="warn" lead="You are offline.">
      This page shows the data it loaded last.{' '}
      {hasWanted ? 'The page you chose opens' : 'Pages you choose open'} once you are connected again.
      Background runs continue.
    </PageNote>
  </Box>
)
