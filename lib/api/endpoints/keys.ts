import { z } from 'zod'
import { getKey, type KeyView, listKeys } from '@/lib/keys/keys'
import { type GatewayKeyView, getService, listGatewayKeys, listServices } from '@/lib/keys/services'
import { listEnvironments } from '@/lib/teams/teams'
import { named, said } from '../documented'
import { endpoint } from '../endpoint'
import { EXAMPLE_IDS } from '../example-ids'
import { id, listOf, moment, shortList, timeOf, timeOrNull } from '../shapes'
import { partOf } from '../short-lists'

const environment = z.strictObject({ id, name: z.string(), color: z.string() })

const key = named(
  'Key',
  z.strictObject({
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

const keyOf = (view: KeyView): z.output<typeof key> => {
  const { id, name, prefix, walletId, environmentId, pack, requestsPerSecond } = view
  const status = view.status === 'active' && view.isUnchecked ? 'unchecked' : view.status
  return {
    ...{ id, name, prefix, status, walletId, environmentId, pack, requestsPerSecond },
    createdAt: timeOf(view.createdAt),
    checkedAt: timeOrNull(view.checkedAt),
    lastUsedAt: timeOrNull(view.lastUsedAt),
  }
}

const service = z.strictObject({ id, name: z.string(), createdAt: moment })

const gatewayKey = z.strictObject({
  id,
  serviceId: id,
  prefix: z.string(),
  keyId: said(id, 'The upstream key of its calls.'),
  environmentId: id,
  requestsPerSecond: said(z.int().nullable(), 'Its own rate; null: that of its upstream key.'),
  createdAt: moment,
  expiresAt: moment.nullable(),
  lastUsedAt: moment.nullable(),
})

const gatewayKeyOf = (view: GatewayKeyView): z.output<typeof gatewayKey> => {
  const { id, serviceId, prefix, keyId, environmentId, requestsPerSecond } = view
  return {
    ...{ id, serviceId, prefix, keyId, environmentId, requestsPerSecond },
    createdAt: timeOf(view.createdAt),
    expiresAt: timeOrNull(view.expiresAt),
    lastUsedAt: timeOrNull(view.lastUsedAt),
  }
}

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
export const KEY_ENDPOINTS = [
  endpoint({
    name: 'listKeys',
    method: 'GET',
    path: '/keys',
    group: 'Keys',
    permission: 'keys:read',
    summary: 'The upstream keys, without their secrets',
    query: shortList,
    answer: listOf(key),
    example: { answer: { data: [EXAMPLE], next: null } },
    async handle({ ctx, query }) {
      const { data, next } = partOf(await listKeys(ctx), query)
      return { data: data.map(keyOf), next }
    },
  }),
  endpoint({
    name: 'getKey',
    method: 'GET',
    path: '/keys/{keyId}',
    group: 'Keys',
    permission: 'keys:read',
    summary: 'One upstream key, without its secret',
    answer: key,
    example: { answer: EXAMPLE },
    handle: async ({ ctx, ids }) => keyOf(await getKey(ctx, ids.keyId)),
  }),
  endpoint({
    name: 'listEnvironments',
    method: 'GET',
    path: '/environments',
    group: 'Keys',
    permission: 'keys:read',
    summary: 'The environments',
    query: shortList,
    answer: listOf(environment),
    example: {
      answer: {
        data: [{ id: EXAMPLE_IDS.environmentId, name: 'production', color: 'blue' }],
        next: null,
      },
    },
    async handle({ ctx, query }) {
      const { data, next } = partOf(await listEnvironments(ctx), query)
      return { data: data.map(({ id, name, color }) => ({ id, name, color })), next }
    },
  }),
  endpoint({
    name: 'listServices',
    method: 'GET',
    path: '/services',
    group: 'Keys',
    permission: 'keys:read',
    summary: 'The services that call through the gateway',
    query: shortList,
    answer: listOf(service),
    example: {
      answer: {
        data: [{ id: EXAMPLE_IDS.serviceId, name: 'Newsroom', createdAt: '2026-11-20T08:00:00.000Z' }],
        next: null,
      },
    },
    async handle({ ctx, query }) {
      const { data, next } = partOf(await listServices(ctx), query)
      return {
        data: data.map(({ id, name, createdAt }) => ({ id, name, createdAt: timeOf(createdAt) })),
        next,
      }
    },
  }),
  endpoint({
    name: 'listGatewayKeys',
    method: 'GET',
    path: '/services/{serviceId}/gateway-keys',
    group: 'Keys',
    permission: 'keys:read',
    summary: 'The gateway keys of a service, without their secrets',
    query: shortList,
    answer: listOf(gatewayKey),
    example: {
      answer: {
        data: [
          {
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
        ],
        next: null,
      },
    },
    async handle({ ctx, ids: { serviceId }, query }) {
      await getService(ctx, serviceId)
      const { data, next } = partOf(await listGatewayKeys(ctx, { serviceId }), query)
      return { data: data.map(gatewayKeyOf), next }
    },
  }),
]
