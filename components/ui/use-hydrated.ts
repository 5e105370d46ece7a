'use client'

import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether the browser has taken over what the server rendered: until then a click does nothing. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
