'use client'

import type { CSSProperties } from 'react'

const PAGE: CSSProperties = {
  colorScheme: 'light dark',
  fontFamily: 'system-ui, sans-serif',
  maxWidth: '32rem',
  margin: '4rem auto',
  padding: '0 1rem',
  lineHeight: 1.5,
}

/** Renders the last resort, when the root layout itself fails: no theme, no providers, only words and a retry. */
export default function GlobalError({ retry }: { readonly retry: () => void }) {
  return (
    <html lang="en" style={{ colorScheme: 'light dark' }}>
      <body style={PAGE}>
        <title>Purser could not be shown</title>
        <main>
          <h1>Purser could not be shown</h1>
          <p>Something went wrong on the server. Nothing was lost.</p>
          <button type="button" onClick={() => retry()}>
            Try again
          </button>
        </main>
      </body>
    </html>
  )
}
