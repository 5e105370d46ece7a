'use server'

import { teamAction, withTeam } from '@/app/_server'
import { endWalletCheck, readBalanceForCheckInput, walletCheckInput } from '@/lib/keys/wallet-check'
import { forecastInput, getForecast } from '@/lib/money/forecast'
import { closedMonthInput, closeMonth, reopenMonth } from '@/lib/money/statements'
import { enterBalanceInput } from '@/lib/money/wallets'

export const startCheckAction = teamAction
  .metadata({ name: 'wallet.check' })
  .inputSchema(withTeam(walletCheckInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('startCheck', team, parsedInput.walletId),
  )

export const readCheckBalanceAction = teamAction
  .metadata({ name: 'wallet.check-read' })
  .inputSchema(withTeam(readBalanceForCheckInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('readForCheck', team, parsedInput),
  )

export const endCheckAction = teamAction
  .metadata({ name: 'wallet.check-end' })
  .inputSchema(withTeam(walletCheckInput))
  .action(({ ctx: { team }, parsedInput }) => endWalletCheck(team, parsedInput.walletId))

export const enterBalanceAction = teamAction
  .metadata({ name: 'wallet.balance' })
  .inputSchema(withTeam(enterBalanceInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    runtime.worker.perform('enterBalance', team, parsedInput),
  )

export const closeMonthAction = teamAction
  .metadata({ name: 'statement.close' })
  .inputSchema(withTeam(closedMonthInput))
  .action(({ ctx: { team }, parsedInput }) => closeMonth(team, parsedInput))

export const reopenMonthAction = teamAction
  .metadata({ name: 'statement.reopen' })
  .inputSchema(withTeam(closedMonthInput))
  .action(({ ctx: { team }, parsedInput }) => reopenMonth(team, parsedInput))

export const forecastAction = teamAction
  .metadata({ name: 'wallet.forecast' })
  .inputSchema(withTeam(forecastInput))
  .action(({ ctx: { team }, parsedInput: { walletId, ...whatIf } }) => getForecast(team, walletId, whatIf))
