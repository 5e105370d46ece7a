'use client'

import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Returns whether the browser has hydrated the page; until then a click does nothing. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
