import { answerWith } from '../answers'
import { sendSpoilt } from './deliveries'
import type { Fault } from './fault'

/** Faults that answer with a redirect. */
export const redirects = {
  redirect: {
    what: 'Answers status 302 to the same path on another port, where a trap notes who follows, and whether with a key.',
    charged: false,
    instead:
      ({ request, trapUrl }) =>
      async (line) => {
        const location = `${await trapUrl()}${request.path}`
        return sendSpoilt({ ...answerWith({}, 302), headers: { location } })(line)
      },
  },
} as const satisfies Record<string, Fault>
