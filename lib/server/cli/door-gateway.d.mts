import type { IncomingMessage, ServerResponse } from 'node:http'

export function isForGateway(request: Pick<IncomingMessage, 'url'>): boolean
export function passToGateway(request: IncomingMessage, response: ServerResponse): void
