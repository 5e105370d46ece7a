import type { ServerResponse } from 'node:http'

/** Creates the function that inlines a response's styles, which it reads from a folder of Next's build. */
export function createStyles(folder?: string): (response: ServerResponse) => void
