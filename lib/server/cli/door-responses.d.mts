import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export function closeWithConnection(socket: Socket, response: ServerResponse): void
export function cutWhenStill(response: ServerResponse, stillMs?: number): void
