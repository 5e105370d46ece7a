import type { PresetName } from '@/lib/sandbox'

/** The provider, as a deployment would write it down, that fits each of the sandbox's presets. */
export const PRESET_PROVIDERS: Readonly<Record<PresetName, object>> = {
  plain: {},
  nested: {
    search: { path: '/v1/tweets/search', subject: { name: 'query' } },
    followersPath: '/v1/followers/{user}',
    itemsArray: { timeline: 'data.posts', search: 'data.posts', followers: 'data.accounts' },
    retryAfterUnit: 'milliseconds',
    chargeHeader: 'x-credits-charged',
  },
  legacy: {
    search: { path: '/v1/find/posts', subject: { name: 'keywords' } },
    followersPath: '/v1/accounts/{user}/follower-list',
    itemsArray: { timeline: 'results', search: 'results', followers: 'followers' },
    chargeField: 'meta.creditsCharged',
  },
}
