'use server'

import { teamAction, withTeam } from '@/app/_server'
import { invalid, requireAdmin } from '@/lib/kernel'
import {
  addKey,
  addKeyInput,
  checkKey,
  deleteKey,
  disableKey,
  enableKey,
  keyInput,
  reportLeak,
} from '@/lib/keys'
import { getWallet } from '@/lib/wallets'

export const addKeyAction = teamAction
  .metadata({ name: 'key.add' })
  .inputSchema(withTeam(addKeyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => addKey(team, runtime, parsedInput))

/** Adds a fresh key of the built-in sandbox: it is made and stored on the server and never shown. */
export const addSandboxKeyAction = teamAction
  .metadata({ name: 'key.add-sandbox' })
  .inputSchema(withTeam(addKeyInput.omit({ key: true })))
  .action(async ({ ctx: { team, runtime }, parsedInput }) => {
    requireAdmin(team, 'add keys')
    if (!runtime.sandbox)
      throw invalid('There is no sandbox here: this Purser calls a real upstream. Paste a key of it.')
    const { id } = await getWallet(team, parsedInput.walletId)
    const key = await runtime.sandbox.issueKey(id)
    return addKey(team, runtime, { ...parsedInput, key: key.reveal() })
  })

export const checkKeyAction = teamAction
  .metadata({ name: 'key.check' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => checkKey(team, runtime, parsedInput.keyId))

export const disableKeyAction = teamAction
  .metadata({ name: 'key.disable' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => disableKey(team, runtime, parsedInput.keyId))

export const enableKeyAction = teamAction
  .metadata({ name: 'key.enable' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team }, parsedInput }) => enableKey(team, parsedInput.keyId))

export const deleteKeyAction = teamAction
  .metadata({ name: 'key.delete' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => deleteKey(team, runtime, parsedInput.keyId))

export const reportLeakAction = teamAction
  .metadata({ name: 'key.report-leak' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => reportLeak(team, runtime, parsedInput.keyId))
