'use client'

import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { setNonce } from 'get-nonce'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { cssVariablesResolver, theme } from './theme'

/** What every page stands in: theme, dialogs, notifications, URL state. `nonce` lets their styles pass the policy. */
export function Providers({ children, nonce }: { children: ReactNode; nonce: string }) {
  // The scroll lock of dialogs takes its nonce from here.
  if (typeof window !== 'undefined' && nonce) setNonce(nonce)
  return (
    <NuqsAdapter>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <ModalsProvider>
          <Notifications position="bottom-right" />
          {children}
        </ModalsProvider>
      </MantineProvider>
    </NuqsAdapter>
  )
}
