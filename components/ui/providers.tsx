'use client'

import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { cssVariablesResolver, theme } from './theme'

// What awaits an answer finds it on the page: by default the page is told a moment later.
notifyManager.setScheduler(queueMicrotask)

/** What is loaded is kept until it is asked for again, and asked for even if the browser takes itself for offline. */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, networkMode: 'always' } },
  })

/** The frame of every page: theme, dialogs, notifications, URL state, loaded data. `nonce` lets their styles pass the policy. */
export function Providers({ children, nonce }: { children: ReactNode; nonce: string }) {
  // Later answers carry their own nonces, but the document's policy knows only its first one.
  const [ownNonce] = useState(nonce)
  const [queryClient] = useState(newQueryClient)
  // The scroll lock of dialogs takes its nonce from here.
  if (typeof window !== 'undefined' && ownNonce) setNonce(ownNonce)
  return (
    <NuqsAdapter>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={() => ownNonce}
      >
        <QueryClientProvider client={queryClient}>
          <ModalsProvider>
            <Notifications position="bottom-right" />
            {children}
          </ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </NuqsAdapter>
  )
}
