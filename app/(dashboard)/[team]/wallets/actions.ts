'use server'

import { resolveTogetherAtPrices, resolveUnknownAtPrices, teamAction, withTeam } from '@/app/_server'
import { resolveLostCallGroupInput, resolveUnknownInput } from '@/lib/money/statements'
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
  .action(({ ctx: { team }, parsedInput }) => resolveUnknownAtPrices(team, parsedInput))

export const resolveTogetherAction = teamAction
  .metadata({ name: 'unknown.resolve-together' })
  .inputSchema(withTeam(resolveLostCallGroupInput))
  .action(({ ctx: { team }, parsedInput }) => resolveTogetherAtPrices(team, parsedInput))
