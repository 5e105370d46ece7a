import { resolve } from 'node:path'
import { AppError } from '@/lib/kernel'
import type { ProgramIo } from '@/lib/server/program'
import type { ServerCall } from './command-line'

/** Exit codes, as those of the API commands. */
const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const

interface ServerCommand {
  readonly usage: string
  readonly summary: string
  /** Exit code if it fails, unless it was typed wrongly. */
  readonly failed?: number
  /** More than usage and summary. */
  help?(): Promise<string> | string
  /** Runs the command. Resolves to the exit code. */
  run(call: ServerCall): Promise<number>
}

/** Commands of the server's machine. What each needs is loaded when it is typed. */
export const SERVER_COMMANDS: Readonly<Record<string, ServerCommand>> = {
  backup: {
    usage: 'backup <file>',
    summary: 'writes all data into one new file, while Purser runs',
    run: async (call) => (await import('./backup')).runBackup(call),
  },
  restore: {
    usage: 'restore <file>',
    summary: 'makes the database from a backup, where there is none',
    run: async (call) => (await import('./backup')).runRestore(call),
  },
  rewrap: {
    usage: 'rewrap',
    summary: 'seals everything that is stored with another master key; Purser must be stopped',
    run: async (call) => (await import('./backup')).runRewrap(call),
  },
  'reset-password': {
    usage: 'reset-password <address>',
    summary: 'prints a link that sets a new password for an account',
    run: async (call) => (await import('./reset-password')).runResetPassword(call),
  },
  'check-audit': {
    usage: 'check-audit [--kept <file>]',
    summary: 'checks that no entry of the audit log was changed',
    failed: 2,
    help: () => `It recomputes the hash chains of the audit log, and prints the end of each.

  --kept <file>   what this command printed before: shows that a chain was not rewritten since as a whole

Keep what it prints on another machine. Purser may run meanwhile.
Exit codes: 0 the log is whole, 1 an entry was changed, removed or inserted, 2 it could not check.`,
    run: async (call) => (await import('./check')).runCheckAudit(call),
  },
  'check-figures': {
    usage: 'check-figures',
    summary: 'recounts the ledger’s sums from its entries',
    failed: 2,
    help: () => `It recounts, for each team, the rollups from the ledger’s entries and the wallets’ totals and
the sums of days from the rollups. Each difference is printed as a sentence. Purser may run meanwhile.
Exit codes: 0 all figures are right, 1 a figure differs, 2 it could not check.`,
    run: async (call) => (await import('./check')).runCheckFigures(call),
  },
  sandbox: {
    usage: 'sandbox [<command>]',
    summary: 'serves the built-in upstream as a service of its own',
    help: async () => (await import('./sandbox')).SANDBOX_HELP,
    run: async (call) => (await import('./sandbox')).runSandbox(call),
  },
  'test-provider': {
    usage: 'test-provider [options]',
    summary: 'tests a provider against its upstream, in a checkout alone',
    failed: 2,
    help: () => 'docs/run/provider.md lists its options.',
    run: async (call) => (await import('./test-provider')).runTestProvider(call),
  },
}

const lineOf = ({ usage, summary }: ServerCommand) => `  ${usage.padEnd(27)} ${summary}`

/** Lists them for `purser help`, above the API commands. */
const HELP = `Server commands, run on the server’s machine. They read the same settings as Purser, and .env:

${Object.values(SERVER_COMMANDS).map(lineOf).join('\n')}

API commands, run anywhere:
`

/**
 * Runs what was typed if it is a server command, and prints the server's part of the help. Resolves to the exit code;
 * null if the rest of the program has to answer.
 */
export async function runServerCommand(
  [name = '', ...args]: readonly string[],
  { print, printError }: Pick<ProgramIo, 'print' | 'printError'>,
  { root, folder }: { readonly root: string; readonly folder: string },
): Promise<number | null> {
  const isHelp = ['', 'help', '--help', '-h'].includes(name)
  if (isHelp && args.length === 0) print(HELP)
  const asked = isHelp ? (args[0] ?? '') : name
  const command = Object.hasOwn(SERVER_COMMANDS, asked) ? SERVER_COMMANDS[asked] : undefined
  if (!command) return null
  try {
    if (isHelp || args.some((word) => word === '--help' || word === '-h')) {
      print(`purser ${command.usage}\n\n${(await command.help?.()) ?? `It ${command.summary}.`}`)
      return EXIT.done
    }
    process.chdir(root)
    return await command.run({ args, root, fileAt: (file) => resolve(folder, file) })
  } catch (error) {
    printError(error instanceof Error ? error.message : String(error))
    const isWrongUse = error instanceof AppError && error.code === 'invalid'
    return isWrongUse ? EXIT.wrongUse : (command.failed ?? EXIT.failed)
  }
}
