import type { IncomingMessage, ServerResponse } from 'node:http'

export function isForGateway(request: Pick<IncomingMessage, 'url'>): boolean
/** `longestMs`: how long the worker may say nothing. */
export function passToGateway(request: IncomingMessage, response: ServerResponse, longestMs?: number): void
