/** The package has no types of its own. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** Creates the middleware that compresses what is written to a response, in an encoding that the client accepts. */
  export default function compression(): (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void
}
