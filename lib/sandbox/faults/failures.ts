import { answerWith, type HttpAnswer } from '../answers'
import { sendSpoilt } from './deliveries'
import type { Fault } from './fault'

const FAILURES = {
  '500': {
    says: 'status 500 and a JSON body',
    answer: answerWith({ error: 'internal_error', message: 'Something went wrong.' }, 500),
  },
  '502-html': {
    says: 'status 502 and a proxy’s HTML page',
    answer: {
      status: 502,
      headers: { 'content-type': 'text/html' },
      body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
    },
  },
  '503': {
    says: 'status 503 and `retry-after: 1`',
    answer: {
      ...answerWith({ error: 'unavailable', message: 'Down for a moment.' }, 503),
      headers: { 'retry-after': '1' },
    },
  },
} as const satisfies Record<string, { says: string; answer: HttpAnswer }>

const before = ({ says, answer }: { says: string; answer: HttpAnswer }): Fault => ({
  what: `Answers ${says}, without judging the request.`,
  charged: false,
  instead: () => sendSpoilt(answer),
})

const after = ({ says, answer }: { says: string; answer: HttpAnswer }): Fault => ({
  what: `Charges the page, then answers ${says} instead of it.`,
  charged: true,
  send: () => sendSpoilt(answer),
})

/** Faults in which the service fails and says so, before or after it has charged. */
export const failures = {
  '500-before-charge': before(FAILURES['500']),
  '500-after-charge': after(FAILURES['500']),
  '502-html-before-charge': before(FAILURES['502-html']),
  '502-html-after-charge': after(FAILURES['502-html']),
  '503-before-charge': before(FAILURES['503']),
  '503-after-charge': after(FAILURES['503']),
} as const satisfies Record<string, Fault>
