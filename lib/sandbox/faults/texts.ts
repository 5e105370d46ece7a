import { sendSpoilt } from './deliveries'
import type { Fault } from './fault'

const MISTAKES = [
  (json: string) => json.replace('{', '{,'),
  (json: string) => json.replaceAll('"', "'"),
  (json: string) => `${json}}`,
  (json: string) => `)]}',\n${json}`,
  (json: string) => json.replace(':', ':undefined,'),
  () => '',
] as const

/** Faults of bodies that arrive whole but are not JSON. */
export const texts = {
  'truncated-json': {
    what: 'Sends the first two thirds of the page’s JSON, with a `content-length` that is right for them.',
    charged: true,
    send: (answer) =>
      sendSpoilt({ ...answer, body: answer.body.slice(0, Math.floor((answer.body.length * 2) / 3)) }),
  },
  'malformed-json': {
    what: 'Sends the page with one of six mistakes that make it no JSON (a stray comma, single quotes, no body…).',
    charged: true,
    send: (answer, { chance }) => sendSpoilt({ ...answer, body: chance.pick(MISTAKES)(answer.body) }),
  },
} as const satisfies Record<string, Fault>
