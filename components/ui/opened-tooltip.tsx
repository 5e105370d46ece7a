'use client'

/** In its own file, so that it can be loaded without the rest of Mantine. */
export { Tooltip as OpenedTooltip } from '@mantine/core'
