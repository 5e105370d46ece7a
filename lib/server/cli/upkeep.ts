/** Entry of backup, restore and the change of the master key: `npm run backup -- --help`. */
import { fileURLToPath } from 'node:url'
import { runUpkeep } from './upkeep-commands'

runUpkeep(fileURLToPath(new URL('../../..', import.meta.url)), process.argv.slice(2))
