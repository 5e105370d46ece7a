import { z } from 'zod'
import { PERMISSION_NAMES } from '@/lib/teams/tokens'
import { defineEndpoint } from '../endpoint'
import { EXAMPLE_IDS, idSchema, momentSchema } from '../shapes'

/** Endpoints for what a token may learn about itself. */
export const tokenEndpoints = {
  getToken: defineEndpoint({
    route: 'GET /token',
    permission: null,
    summary: 'The token that sent the request, and its team',
    answer: z.object({
      id: idSchema,
      name: z.string(),
      permissions: z.array(z.enum(PERMISSION_NAMES)),
      expiresAt: momentSchema.nullable(),
      team: z.object({ name: z.string(), timeZone: z.string() }),
    }),
    example: {
      answer: {
        id: EXAMPLE_IDS.tokenId,
        name: 'Nightly report',
        permissions: ['usage:read'],
        expiresAt: '2027-01-31T12:00:00.000Z',
        team: { name: 'Acme', timeZone: 'Europe/Berlin' },
      },
    },
    handle: async ({ ctx: { team }, holder: { tokenId, name, permissions, expiresAt } }) => ({
      id: tokenId,
      name,
      permissions: [...permissions],
      expiresAt: expiresAt?.toISOString() ?? null,
      team: { name: team.name, timeZone: team.timeZone },
    }),
  }),
}
