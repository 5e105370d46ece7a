import { randomBytes } from 'node:crypto'
import { Secret } from '@/lib/kernel'
import type { Problem, Provider } from '@/lib/upstream/client'
import type { Check } from '../suite/check'
import { costsNothing, hold, NotChecked } from '../suite/findings'

const holdWords = ({ kind, upstreamWords }: Problem): void =>
  hold(upstreamWords !== undefined, `The error (${kind}) holds no words that could be shown.`, [
    'errorFields',
  ])

/** Returns a made-up key in the service's form. */
function madeUpKey({ key: { beginsWith, length } }: Provider): Secret {
  const rest = randomBytes(256).toString('hex')
  return new Secret(`${beginsWith ?? ''}${rest}`.slice(0, length ?? 40))
}

/** Section "Errors": except for 429 it shows no errors, so the client only has to distinguish them. */
export const ERROR_CHECKS: readonly Check[] = [
  {
    topic: 'errors',
    name: 'a key that does not exist is refused, in words',
    buys: [],
    async run({ upstream, paced, target: { provider } }) {
      if (provider.account === null)
        throw new NotChecked('It needs an account: a page with another key might cost someone something.')
      const madeUp = madeUpKey(provider)
      const answer = await paced.call(() => upstream.readKeyInfo(madeUp))
      hold(!answer.ok, 'A key that was made up is accepted.')
      const { kind } = answer.problem
      hold(kind === 'key_refused', `A key that was made up brings ${kind} (status ${answer.httpStatus}).`)
      holdWords(answer.problem)
    },
  },
  {
    topic: 'errors',
    name: 'a user who does not exist is an error, in words, that costs nothing',
    buys: ['timeline'],
    async run({ tryPage }) {
      const subject = `nobody${randomBytes(8).toString('hex')}`
      const { answer, dropNano } = await tryPage({ operation: 'timeline', subject, count: 1 })
      hold(!answer.ok, 'It brings a page, as if the user existed.')
      const { kind } = answer.problem
      hold(kind === 'not_found' || kind === 'bad_request', `It brings ${kind} (status ${answer.httpStatus}).`)
      hold(costsNothing(dropNano), 'The balance fell for it.')
      holdWords(answer.problem)
    },
  },
  {
    topic: 'errors',
    name: 'an empty wallet is told as such',
    buys: [],
    async run({ upstream, target }) {
      const request = { operation: 'search', subject: target.subjects.searchQuery, count: 1 } as const
      if (!target.emptyKey) throw new NotChecked('It needs a key whose wallet is empty.')
      const answer = await upstream.fetchPage(target.emptyKey, request)
      hold(!answer.ok, 'A page comes all the same.')
      const { kind } = answer.problem
      hold(kind === 'wallet_empty', `It brings ${kind} (status ${answer.httpStatus}).`, ['emptyWalletWords'])
      holdWords(answer.problem)
    },
  },
]
