'use server'

import { statedPrices, teamAction, withTeam } from '@/app/_server'
import {
  resolveTogether,
  resolveTogetherInput,
  resolveUnknown,
  resolveUnknownInput,
} from '@/lib/money/statements'
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
  .action(async ({ ctx: { team }, parsedInput }) =>
    resolveUnknown(team, parsedInput, await statedPrices(team)),
  )

export const resolveTogetherAction = teamAction
  .metadata({ name: 'unknown.resolve-together' })
  .inputSchema(withTeam(resolveTogetherInput))
  .action(async ({ ctx: { team }, parsedInput }) =>
    resolveTogether(team, parsedInput, await statedPrices(team)),
  )
