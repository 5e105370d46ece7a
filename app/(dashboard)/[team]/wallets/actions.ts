'use server'

import { resolveTogetherHere, resolveUnknownHere, teamAction, withTeam } from '@/app/_server'
import { resolveTogetherInput, resolveUnknownInput } from '@/lib/money/statements'
import { createWallet, createWalletInput, renameWallet, renameWalletInput } from '@/lib/money/wallets'

export const createWalletAction = teamAction
  .metadata({ name: 'wallet.create' })
  .inputSchema(withTeam(createWalletInput))
  .action(({ ctx: { team }, parsedInput }) => createWallet(team, parsedInput))

export const renameWalletAction = teamAction
  .metadata({ name: 'wallet.rename' })
  .inputSchema(withTeam(renameWalletInput))
  .action(({ ctx: { team }, parsedInput }) => renameWallet(team, parsedInput))

export const resolveUnknownAction = teamAction
  .metadata({ name: 'unknown.resolve' })
  .inputSchema(withTeam(resolveUnknownInput))
  .action(({ ctx: { team }, parsedInput }) => resolveUnknownHere(team, parsedInput))

export const resolveTogetherAction = teamAction
  .metadata({ name: 'unknown.resolve-together' })
  .inputSchema(withTeam(resolveTogetherInput))
  .action(({ ctx: { team }, parsedInput }) => resolveTogetherHere(team, parsedInput))
