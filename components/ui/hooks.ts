'use client'

import {
  createContext,
  type TransitionStartFunction,
  useEffect,
  useEffectEvent,
  useOptimistic,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react'
import { flushSync } from 'react-dom'
import { readStored, writeStored } from './browser-store'

/** Returns a value that is read only from time to time, however often the view around it renders. */
export function usePolledValue<T>(ms: number, isRunning: boolean, first: T, look: () => T): T {
  const [value, setValue] = useState(first)
  const tick = useEffectEvent(() => setValue(look()))
  useEffect(() => {
    if (!isRunning) return
    tick()
    const timer = setInterval(() => tick(), ms)
    return () => clearInterval(timer)
  }, [ms, isRunning])
  return value
}

const subscribeToNothing = () => () => {}

/** Returns whether the browser has hydrated the page; until then a click does nothing. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

interface Late<Input> {
  /** True to render the dialog, even if it is closed. */
  readonly isThere: boolean
  readonly input: Input | null
}

/**
 * Keeps a dialog out of the page until it is first opened, because most never are. It is then rendered closed and
 * opened immediately: a dialog that is rendered open does not learn where the focus was and cannot return it.
 */
export function useLazyDialog<Input>(input: Input | null): Late<Input> {
  const [wasThere, setThere] = useState(false)
  const isWanted = input !== null
  useEffect(() => {
    if (isWanted) setThere(true)
  }, [isWanted])
  return { isThere: isWanted || wasThere, input: wasThere ? input : null }
}

/**
 * Returns whether the page is being printed. What is rendered for it is there before the browser prints, which does
 * not wait.
 */
export function useIsPrinting(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const print = () => flushSync(() => setPrinted(true))
    const printed = () => setPrinted(false)
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', printed)
    return () => {
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', printed)
    }
  }, [])
  return isPrinted
}

interface Picked<Value> {
  /** The picked value, even while its page is loading. */
  readonly shown: Value
  readonly isPending: boolean
  /** Returns a transition to the page of a value. */
  startTo(value: Value): TransitionStartFunction
}

/** Holds a value that is in the URL: a pick is shown immediately, although its page may take a second. */
export function useOptimisticPick<Value>(value: Value): Picked<Value> {
  const [isPending, start] = useTransition()
  const [shown, show] = useOptimistic(value)
  const startTo = (next: Value): TransitionStartFunction => {
    return (go) =>
      start(() => {
        show(next)
        return go()
      })
  }
  return { shown, isPending, startTo }
}

const KEY = 'purser-team'

/** Remembers, for this tab, which team is being viewed. */
export const rememberTeam = (slug: string): void => writeStored('sessionStorage', KEY, slug)

const lastTeam = (): string | null => readStored('sessionStorage', KEY)

/** Returns the team that somebody came from in this tab, if it is one of these; else the first of them, or null. */
export function useLastTeam<Team extends { readonly slug: string }>(teams: readonly Team[]): Team | null {
  const slug = useSyncExternalStore(subscribeToNothing, lastTeam, () => null)
  return teams.find((team) => team.slug === slug) ?? teams[0] ?? null
}

/** Tells its form that a field was changed whose choice is not an event of the browser. */
export const FieldChangedContext = createContext<(name: string) => void>(() => undefined)

/** Closes the drawer around a form once it was accepted; null outside one. */
export const DrawerCloseContext = createContext<(() => void) | null>(null)

/** Selects a dialog or drawer that is open: one that keeps a draft stays on the page, hidden. */
export const OPEN_DIALOG = '[role=dialog]:not([style*="display: none"])'

const SHORTCUTS = 'purser-shortcuts'

/** Returns whether single-key shortcuts work in this browser. */
export const areShortcutsEnabled = (): boolean => readStored('localStorage', SHORTCUTS) !== 'off'

/** Switches them on or off. A browser that stores nothing keeps them on. */
export const setShortcutsOn = (isOn: boolean): void =>
  writeStored('localStorage', SHORTCUTS, isOn ? 'on' : 'off')
