'use client'

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

// Notifies in a microtask, so that code awaiting an answer finds it on the page; by default the page is notified a
// moment later.
notifyManager.setScheduler(queueMicrotask)

/**
 * Creates a client that keeps data until it is requested again, and requests it even if the browser believes itself
 * offline.
 */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
  })

let ofThisTab: QueryClient | undefined

/** Returns the tab's client, so that a page finds what another has loaded; the server creates one for each render. */
function queryClientHere(): QueryClient {
  if (typeof window === 'undefined') return newQueryClient()
  ofThisTab ??= newQueryClient()
  return ofThisTab
}

/** Holds the data that its content loads. Only pages that load more data need its code. */
export function LoadedData({ children }: { readonly children: ReactNode }) {
  const [client] = useState(queryClientHere)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
