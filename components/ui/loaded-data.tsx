'use client'

import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

// What awaits an answer finds it on the page: by default the page is told a moment later.
notifyManager.setScheduler(queueMicrotask)

/** What is loaded is kept until it is asked for again, and asked for even if the browser takes itself for offline. */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
  })

let ofThisTab: QueryClient | undefined

/** A tab has one, so that a page finds what another has loaded; the server makes one for each render. */
function queryClientHere(): QueryClient {
  if (typeof window === 'undefined') return newQueryClient()
  ofThisTab ??= newQueryClient()
  return ofThisTab
}

/** Holds the data that what it contains loads. Only pages that load more data need its code. */
export function LoadedData({ children }: { readonly children: ReactNode }) {
  const [client] = useState(queryClientHere)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
