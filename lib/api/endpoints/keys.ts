import { z } from 'zod'
import { getKey, type KeyView, listKeys } from '@/lib/keys/keys'
import { getService, listGatewayKeys, listServices } from '@/lib/keys/services'
import { listEnvironments } from '@/lib/teams/teams'
import { endpoint, listEndpoint } from '../endpoint'
import { EXAMPLE_IDS, id, moment, named, said, tell } from '../shapes'

const environment = z.object({ id, name: z.string(), color: z.string() })

const key = named(
  'Key',
  z.object({
    id,
    name: z.string(),
    prefix: said(z.string(), 'Its first 12 characters. Nothing answers with more of it.'),
    status: said(
      z.enum(['active', 'unchecked', 'disabled', 'refused']),
      'unchecked: in use, but the service has not told anything about it; refused: the service no longer accepts it; disabled: by an admin.',
    ),
    walletId: id,
    environmentId: id,
    pack: said(z.string().nullable(), 'The pack or plan; null where it is not known.'),
    requestsPerSecond: said(z.number(), 'Its limit; a fraction where the service counts in longer windows.'),
    createdAt: moment,
    checkedAt: said(moment.nullable(), 'Null while it is unchecked.'),
    lastUsedAt: moment.nullable(),
  }),
)

const keyOf = (view: KeyView): z.output<typeof key> =>
  tell(key, view, {
    status: view.status === 'active' && view.isUnchecked ? 'unchecked' : view.status,
  })

const service = z.object({ id, name: z.string(), createdAt: moment })

const gatewayKey = z.object({
  id,
  serviceId: id,
  prefix: z.string(),
  keyId: said(id, 'The API key of its calls.'),
  environmentId: id,
  requestsPerSecond: said(z.int().nullable(), 'Its own rate; null: that of its API key.'),
  createdAt: moment,
  expiresAt: moment.nullable(),
  lastUsedAt: moment.nullable(),
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
export const keys = {
  listKeys: listEndpoint({
    route: 'GET /keys',
    permission: 'keys:read',
    summary: 'The API keys, without their secrets',
    item: key,
    example: EXAMPLE,
    list: async ({ ctx }) => (await listKeys(ctx)).map(keyOf),
  }),
  getKey: endpoint({
    route: 'GET /keys/{keyId}',
    permission: 'keys:read',
    summary: 'One API key, without its secret',
    answer: key,
    example: { answer: EXAMPLE },
    handle: async ({ ctx, ids }) => keyOf(await getKey(ctx, ids.keyId)),
  }),
  listEnvironments: listEndpoint({
    route: 'GET /environments',
    permission: 'keys:read',
    summary: 'The environments',
    item: environment,
    example: { id: EXAMPLE_IDS.environmentId, name: 'production', color: 'blue' },
    list: async ({ ctx }) => (await listEnvironments(ctx)).map((view) => tell(environment, view, {})),
  }),
  listServices: listEndpoint({
    route: 'GET /services',
    permission: 'keys:read',
    summary: 'The services that call through the gateway',
    item: service,
    example: { id: EXAMPLE_IDS.serviceId, name: 'Newsroom', createdAt: '2026-11-20T08:00:00.000Z' },
    list: async ({ ctx }) => (await listServices(ctx)).map((view) => tell(service, view, {})),
  }),
  listGatewayKeys: listEndpoint({
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
      return (await listGatewayKeys(ctx, { serviceId })).map((view) => tell(gatewayKey, view, {}))
    },
  }),
}
