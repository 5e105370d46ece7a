import { Text, type TextProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** Renders words that matter less than those beside or above them. */
export const Dimmed = (props: TextProps & { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed" {...props} />
)
