'use client'

import { MantineProvider } from '@mantine/core'
import { setNonce } from 'get-nonce'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { FocusKeeper } from './focus-keeper'
import { Messages } from './messages'
import { cssVariablesResolver, theme } from './theme'

/** Renders the frame of every page: theme, messages, URL state. `nonce` lets their styles pass the policy. */
export function Providers({ children, nonce }: { children: ReactNode; nonce: string }) {
  // Later answers carry their own nonces, but the document's policy knows only its first one.
  const [ownNonce] = useState(nonce)
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
        <Messages />
        <FocusKeeper />
        {children}
      </MantineProvider>
    </NuqsAdapter>
  )
}
