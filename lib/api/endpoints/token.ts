import { z } from 'zod'
import { PERMISSION_NAMES } from '@/lib/teams/tokens'
import { endpoint } from '../endpoint'
import { EXAMPLE_IDS, id, moment } from '../shapes'

/** Endpoints for what a token may learn about itself. */
export const token = {
  getToken: endpoint({
    route: 'GET /token',
    permission: null,
    summary: 'The token that sent the request, and its team',
    answer: z.object({
      id,
      name: z.string(),
      permissions: z.array(z.enum(PERMISSION_NAMES)),
      expiresAt: moment.nullable(),
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
