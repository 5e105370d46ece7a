import {
  COUNT_HABITS,
  FAULT_NAMES,
  LIMITER_NAMES,
  PACKS,
  PRESET_NAMES,
  SANDBOX_SERVICES,
} from '@/lib/sandbox'
import { DEFAULT_FOLDER } from './sandbox-folder'

/** Output of `npm run sandbox -- --help`. */
export const HELP = `The sandbox: the whole API with pretend data and pretend credits.

npm run sandbox -- [options]              serves it; the first start creates a wallet and prints its key, once
  --port 4010                             where to listen, on this machine alone; 0 takes any free port
  --data ${DEFAULT_FOLDER}   where wallets and keys are kept
  --control-port 4011                     also listens for the operator; off unless given
  --seed 1                                chooses the people and posts
  --latency 0                             how long each answer takes, in milliseconds
  --latency-spread 0                      and by how much more or less, drawn from the seed
  --preset plain                          how the interface's gaps are filled: ${PRESET_NAMES.join(', ')};
                                          or the service to speak as: ${SANDBOX_SERVICES.join(', ')}
  --limiter sliding-log                   how requests are counted: ${LIMITER_NAMES.join(', ')}
  --counts exact                          how count is taken: ${COUNT_HABITS.join(', ')}
  --fault <name>                          fails on purpose, one of ${FAULT_NAMES.length} ways; see docs/call/sandbox.md
  --fault-seed 1, --fault-share 1         which requests meet the fault

npm run sandbox -- <command> [options]    what the service's operator does
  create-wallet --name <name> [--balance <amount>] [--pack <pack>] [--service <service>]
  buy-pack --wallet <id> --pack <pack>    ${Object.keys(PACKS).join(', ')}
  create-key --wallet <id>                prints the key, once
  revoke-key --prefix xd_live_<4 more>    the beginning of the key, as list shows it
  top-up --wallet <id> --amount <amount>
  list [--json]                           wallets, packs, keys and what was delivered to them
Each command takes
  --control http://127.0.0.1:4011         the control port of a sandbox that runs, or else
  --data ${DEFAULT_FOLDER}   the folder of one that does not`
