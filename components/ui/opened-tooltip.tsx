'use client'

/** In a file of its own, so that it can be loaded without the rest of Mantine. */
export { Tooltip as OpenedTooltip } from '@mantine/core'
