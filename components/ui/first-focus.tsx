'use client'

import type { ReactNode } from 'react'

const FIRST = ['input', 'textarea', 'select', 'button'].map(
  (element) => `${element}:not([type="hidden"], [disabled], [tabindex="-1"])`,
)

/** Marks the first control, unless one is already marked. */
function mark(place: HTMLElement | null): void {
  if (!place || place.querySelector('[data-autofocus]')) return
  place.querySelector([...FIRST, 'a[href]'].join())?.setAttribute('data-autofocus', '')
}

/**
 * Wraps the content of a dialog or a drawer, so that it opens with the focus in it and not on “Close”, which stands
 * before it. For a question that is “Cancel”, for a form its first field.
 */
export function FirstFocus({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={mark} style={CONTENTS}>
      {children}
    </div>
  )
}

const CONTENTS = { display: 'contents' } as const
