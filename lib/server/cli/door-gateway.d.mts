import type { IncomingMessage, ServerResponse } from 'node:http'

export function isForGateway(request: Pick<IncomingMessage, 'url'>): boolean
/** Passes a request on to the worker, which may stay silent for `longestMs` milliseconds. */
export function passToGateway(request: IncomingMessage, response: ServerResponse, longestMs?: number): void
