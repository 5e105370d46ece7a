import type { ReactNode } from 'react'

/** An action on a row. With `asks` it is confirmed first. */
export interface RowAction {
  readonly label: string
  readonly isDanger?: boolean
  readonly asks?: { readonly title: string; readonly text: ReactNode; readonly confirmLabel: string }
  act(): Promise<unknown>
}

export interface RowMenuContent {
  readonly actions: readonly RowAction[]
}
