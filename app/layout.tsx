import './library.css'
import '@mantine/notifications/styles.css'
import './globals.css'
import './needs.css'
import { ColorSchemeScript, mantineHtmlProps } from '@mantine/core'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from '@/components/ui'
import { currentConventions, serialiseConventions } from '@/lib/kernel'
import { typeface } from './typeface'

export const metadata: Metadata = {
  title: { default: 'Purser', template: '%s · Purser' },
  description: 'What your data API costs, and where it goes',
  manifest: '/manifest.webmanifest',
  icons: { apple: '/apple-touch-icon.png' },
  appleWebApp: { capable: true, title: 'Purser' },
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f4f4f2' },
    { media: '(prefers-color-scheme: dark)', color: '#191c1b' },
  ],
}

/**
 * Renders the document. Awaits the headers for the nonce, so every page is rendered at request time, also _not-found.
 */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? ''
  return (
    <html
      lang="en"
      className={typeface}
      data-conventions={serialiseConventions(currentConventions())}
      {...mantineHtmlProps}
    >
      <head>
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
      </head>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  )
}
