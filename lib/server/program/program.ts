import { AppError, invalid } from '@/lib/kernel'
import { budgetCommand } from './budget'
import type { ProgramCommand } from './command'
import { exportCommand } from './export'
import { EXIT, type ProgramIo } from './io'
import { keysCommand } from './keys'
import { newTokenCommand } from './new-token'
import { runCommand } from './run'
import { statementCommand } from './statement'
import { usageCommand } from './usage'

const COMMANDS: readonly ProgramCommand[] = [
  usageCommand,
  statementCommand,
  runCommand,
  exportCommand,
  budgetCommand,
  keysCommand,
  newTokenCommand,
]

const HELP = `purser <command> [options]

${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join('\n')}

It asks the API of the Purser at PURSER_URL with the token in PURSER_TOKEN.
--json answers with JSON for programs. purser help <command> tells the options, with examples.
Exit codes: 0 done, 1 failed, 2 typed wrongly, 3 a followed run was stopped.`

/** Runs the command that was typed. Resolves to the exit code. An error is one sentence, apart from the output. */
export async function runProgram(args: readonly string[], io: ProgramIo): Promise<number> {
  try {
    return await dispatch(args, io)
  } catch (error) {
    io.note(error instanceof AppError ? error.message : `Something went wrong: ${String(error)}`)
    return error instanceof AppError && error.code === 'invalid' ? EXIT.wrongUse : EXIT.failed
  }
}

async function dispatch([name = '', ...rest]: readonly string[], io: ProgramIo): Promise<number> {
  const isHelp = ['', 'help', '--help', '-h'].includes(name)
  const asked = isHelp ? rest[0] : name
  const found = COMMANDS.find((command) => command.name === asked)
  if (asked !== undefined && !found) throw invalid(`There is no command “${asked}”. Try purser help.`)
  if (found && !isHelp) return found.run(rest, io)
  io.print(found?.help ?? HELP)
  return EXIT.done
}
