'use server'

import { teamAction, withTeam } from '@/app/_server'
import { createWallet, createWalletInput, renameWallet, renameWalletInput } from '@/lib/money/wallets'

export const createWalletAction = teamAction
  .metadata({ name: 'wallet.create' })
  .inputSchema(withTeam(createWalletInput))
  .action(({ ctx: { team }, parsedInput }) => createWallet(team, parsedInput))

export const renameWalletAction = teamAction
  .metadata({ name: 'wallet.rename' })
  .inputSchema(withTeam(renameWalletInput))
  .action(({ ctx: { team }, parsedInput }) => renameWallet(team, parsedInput))
