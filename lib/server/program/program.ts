import { AppError, invalid } from '@/lib/kernel'
import type { ProgramCommand } from './command'
import { PROGRAM_COMMANDS } from './commands'
import { EXIT_CODES, type ProgramIo } from './io'

const HELP = `purser <command> [options]

${PROGRAM_COMMANDS.map(({ name, summary }) => `  ${name.padEnd(13)}  ${summary}`).join('\n')}

It asks the API of the Purser at PURSER_URL with the token in PURSER_TOKEN.
--json answers with JSON for programs. purser help <command> tells the options, with examples.
Exit codes: 0 done, 1 failed, 2 typed wrongly, 3 a followed run was stopped.`

/** Runs the command that was typed. Resolves to the exit code. An error is one sentence, apart from the output. */
export async function runProgram(args: readonly string[], io: ProgramIo): Promise<number> {
  try {
    return await dispatch(args, io)
  } catch (error) {
    io.note(error instanceof AppError ? error.message : `Something went wrong: ${String(error)}`)
    return error instanceof AppError && error.code === 'invalid' ? EXIT_CODES.wrongUse : EXIT_CODES.failed
  }
}

async function dispatch(args: readonly string[], io: ProgramIo): Promise<number> {
  const [first = ''] = args
  const isHelp = ['', 'help', '--help', '-h'].includes(first)
  const typed = isHelp ? args.slice(1) : args
  const words = typed.slice(0, 2).join(' ')
  const found =
    PROGRAM_COMMANDS.find(({ name }) => name === words) ??
    PROGRAM_COMMANDS.find(({ name }) => name === typed[0])
  if (typed.length > 0 && !found) throw invalid(`There is no command “${typed[0]}”. Try purser help.`)
  const rest = typed.slice(found?.name.split(' ').length)
  if (found && !isHelp && !rest.some((word) => word === '--help' || word === '-h')) return found.run(rest, io)
  io.print(found ? helpOf(found) : HELP)
  return EXIT_CODES.done
}

/** Returns the help of a command, and of those whose names begin with its name. */
function helpOf({ name }: ProgramCommand): string {
  const all = PROGRAM_COMMANDS.filter((each) => each.name === name || each.name.startsWith(`${name} `))
  const examples = all.flatMap((each) => each.examples).map((example) => `  ${example}`)
  return [...all.map(({ help }) => `${help}\n`), 'Examples', ...examples].join('\n')
}
