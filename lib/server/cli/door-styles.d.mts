import type { ServerResponse } from 'node:http'

/** Makes the function that brings a response's styles, from a folder of Next's build. */
export function createStyles(folder?: string): (response: ServerResponse) => void
