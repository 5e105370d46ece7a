'use server'

import { teamAction, withTeam } from '@/app/_server'
import {
  addKeyInput,
  enableKey,
  keyInput,
  manyKeysInput,
  replaceKeyInput,
  setKeyRateInput,
} from '@/lib/keys/keys'
import { recogniseKeyInput } from '@/lib/keys/services'

export const addKeyAction = teamAction
  .metadata({ name: 'key.add' })
  .inputSchema(withTeam(addKeyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) => runtime.worker.perform('addKey', team, parsedInput))

export const addSandboxKeyAction = teamAction
  .metadata({ name: 'key.add-sandbox' })
  .inputSchema(withTeam(addKeyInput.omit({ key: true, service: true })))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('addSandboxKey', team, parsedInput),
  )

export const checkKeyAction = teamAction
  .metadata({ name: 'key.check' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('checkKey', team, parsedInput.keyId),
  )

export const replaceKeyAction = teamAction
  .metadata({ name: 'key.replace' })
  .inputSchema(withTeam(replaceKeyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('replaceKey', team, parsedInput),
  )

export const setKeyRateAction = teamAction
  .metadata({ name: 'key.rate' })
  .inputSchema(withTeam(setKeyRateInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('setKeyRate', team, parsedInput),
  )

export const disableKeyAction = teamAction
  .metadata({ name: 'key.disable' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('disableKey', team, parsedInput.keyId),
  )

export const enableKeyAction = teamAction
  .metadata({ name: 'key.enable' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team }, parsedInput }) => enableKey(team, parsedInput.keyId))

export const changeKeysAction = teamAction
  .metadata({ name: 'key.change-many' })
  .inputSchema(withTeam(manyKeysInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('changeKeys', team, parsedInput),
  )

export const deleteKeyAction = teamAction
  .metadata({ name: 'key.delete' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('deleteKey', team, parsedInput.keyId),
  )

export const reportLeakAction = teamAction
  .metadata({ name: 'key.report-leak' })
  .inputSchema(withTeam(keyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('reportLeak', team, parsedInput.keyId),
  )

/** Identifies which of the team's keys was pasted. */
export const recogniseKeyAction = teamAction
  .metadata({ name: 'key.recognise' })
  .inputSchema(withTeam(recogniseKeyInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('recogniseKey', team, parsedInput),
  )
