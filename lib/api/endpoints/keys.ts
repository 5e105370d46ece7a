import { z } from 'zod'
import { getKey, type KeyView, listKeys } from '@/lib/keys/keys'
import { getService, listGatewayKeys, listServices } from '@/lib/keys/services'
import { listEnvironments } from '@/lib/teams/teams'
import { defineEndpoint, defineListEndpoint } from '../endpoint'
import { EXAMPLE_IDS, idSchema, momentSchema, toApiView, withDescription, withSchemaName } from '../shapes'

const environment = z.object({ id: idSchema, name: z.string(), color: z.string() })

const key = withSchemaName(
  'Key',
  z.object({
    id: idSchema,
    name: z.string(),
    prefix: withDescription(z.string(), 'Its first 12 characters. Nothing answers with more of it.'),
    status: withDescription(
      z.enum(['active', 'unchecked', 'disabled', 'refused']),
      'unchecked: in use, but the service has not told anything about it; refused: the service no longer accepts it; disabled: by an admin.',
    ),
    walletId: idSchema,
    environmentId: idSchema,
    pack: withDescription(z.string().nullable(), 'The pack or plan; null where it is not known.'),
    requestsPerSecond: withDescription(
      z.number(),
      'Its limit; a fraction where the service counts in longer windows.',
    ),
    createdAt: momentSchema,
    checkedAt: withDescription(momentSchema.nullable(), 'Null while it is unchecked.'),
    lastUsedAt: momentSchema.nullable(),
  }),
)

const keyOf = (view: KeyView): z.output<typeof key> =>
  toApiView(key, view, {
    status: view.status === 'active' && view.isUnchecked ? 'unchecked' : view.status,
  })

const service = z.object({ id: idSchema, name: z.string(), createdAt: momentSchema })

const gatewayKey = z.object({
  id: idSchema,
  serviceId: idSchema,
  prefix: z.string(),
  keyId: withDescription(idSchema, 'The API key of its calls.'),
  environmentId: idSchema,
  requestsPerSecond: withDescription(z.int().nullable(), 'Its own rate; null: that of its API key.'),
  createdAt: momentSchema,
  expiresAt: momentSchema.nullable(),
  lastUsedAt: momentSchema.nullable(),
})

const EXAMPLE: z.output<typeof key> = {
  id: EXAMPLE_IDS.keyId,
  name: 'Search workers',
  prefix: 'xd_live_a1b2',
  status: 'active',
  walletId: EXAMPLE_IDS.walletId,
  environmentId: EXAMPLE_IDS.environmentId,
  pack: 'Growth',
  requestsPerSecond: 20,
  createdAt: '2026-11-01T09:05:00.000Z',
  checkedAt: '2026-11-24T10:15:00.000Z',
  lastUsedAt: '2026-11-24T10:14:58.120Z',
}

/** Endpoints for keys, environments, services and their gateway keys, never with a secret. */
export const keyEndpoints = {
  listKeys: defineListEndpoint({
    route: 'GET /keys',
    permission: 'keys:read',
    summary: 'The API keys, without their secrets',
    item: key,
    example: EXAMPLE,
    list: async ({ ctx }) => (await listKeys(ctx)).map(keyOf),
  }),
  getKey: defineEndpoint({
    route: 'GET /keys/{keyId}',
    permission: 'keys:read',
    summary: 'One API key, without its secret',
    answer: key,
    example: { answer: EXAMPLE },
    handle: async ({ ctx, ids }) => keyOf(await getKey(ctx, ids.keyId)),
  }),
  listEnvironments: defineListEndpoint({
    route: 'GET /environments',
    permission: 'keys:read',
    summary: 'The environments',
    item: environment,
    example: { id: EXAMPLE_IDS.environmentId, name: 'production', color: 'blue' },
    list: async ({ ctx }) => (await listEnvironments(ctx)).map((view) => toApiView(environment, view, {})),
  }),
  listServices: defineListEndpoint({
    route: 'GET /services',
    permission: 'keys:read',
    summary: 'The services that call through the gateway',
    item: service,
    example: { id: EXAMPLE_IDS.serviceId, name: 'Newsroom', createdAt: '2026-11-20T08:00:00.000Z' },
    list: async ({ ctx }) => (await listServices(ctx)).map((view) => toApiView(service, view, {})),
  }),
  listGatewayKeys: defineListEndpoint({
    route: 'GET /services/{serviceId}/gateway-keys',
    permission: 'keys:read',
    summary: 'The gateway keys of a service, without their secrets',
    item: gatewayKey,
    example: {
      id: EXAMPLE_IDS.gatewayKeyId,
      serviceId: EXAMPLE_IDS.serviceId,
      prefix: 'xd_live_pgQ7',
      keyId: EXAMPLE_IDS.keyId,
      environmentId: EXAMPLE_IDS.environmentId,
      requestsPerSecond: null,
      createdAt: '2026-11-20T08:01:00.000Z',
      expiresAt: null,
      lastUsedAt: '2026-11-24T10:14:58.120Z',
    },
    async list({ ctx, ids: { serviceId } }) {
      await getService(ctx, serviceId)
      return (await listGatewayKeys(ctx, { serviceId })).map((view) => toApiView(gatewayKey, view, {}))
    },
  }),
}
