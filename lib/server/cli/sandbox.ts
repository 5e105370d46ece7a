/** Runs the sandbox as a service of its own, or one of its operator's commands: `npm run sandbox -- --help`. */
import { invalid } from '@/lib/kernel'
import { runToTheEnd } from './command-line'
import { COMMANDS, isCommand, operate } from './sandbox-commands'
import { HELP } from './sandbox-help'
import { serveSandbox } from './sandbox-serve'

async function run(args: readonly string[]): Promise<void> {
  const [first = '', ...rest] = args
  if (args.includes('--help') || args.includes('-h')) return console.log(HELP)
  if (first === '' || first.startsWith('-')) return serveSandbox(args)
  if (!isCommand(first))
    throw invalid(
      `There is no command "${first}". There are: ${COMMANDS.join(', ')}; without one the sandbox starts.`,
    )
  await operate(first, rest, console.log)
}

runToTheEnd(() => run(process.argv.slice(2)))
