import type { PresetName } from '@/lib/sandbox'

/** The provider, as a deployment would write it down, that fits each of the sandbox's presets. */
export const PRESET_PROVIDERS: Readonly<Record<PresetName, object>> = {
  plain: {},
  nested: {
    search: { path: '/v1/tweets/search', subject: { name: 'query' }, items: 'data.posts' },
    followers: { path: '/v1/followers/{user}', items: 'data.accounts' },
    timeline: { items: 'data.posts' },
    retryAfterUnit: 'milliseconds',
    chargeHeader: 'x-credits-charged',
  },
  legacy: {
    search: { path: '/v1/find/posts', subject: { name: 'keywords' }, items: 'results' },
    followers: { path: '/v1/accounts/{user}/follower-list', items: 'followers' },
    timeline: { items: 'results' },
    chargeField: 'meta.creditsCharged',
  },
}
