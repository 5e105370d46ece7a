import { invalid } from '@/lib/kernel'
import { newApiToken, newGatewayToken } from '@/lib/platform/vault'
import { command } from './command'

const KINDS: Readonly<Record<string, () => string>> = { api: newApiToken, gateway: newGatewayToken }

export const newTokenCommand = command({
  name: 'new-token',
  summary: 'draws a token or a gateway key for a provisioning file',
  help: `purser new-token api|gateway

Draws a text of the right form. It opens nothing until a file of PURSER_PROVISION names it; nothing is sent.

Examples
  purser new-token gateway
  purser new-token api`,
  options: {},
  mostWords: 1,
  async run({ words: [kind = ''], values: { json }, io }) {
    const draw = KINDS[kind]
    if (!draw) throw invalid('Say which: purser new-token api or purser new-token gateway.')
    io.print(json ? JSON.stringify({ token: draw() }) : draw())
  },
})
