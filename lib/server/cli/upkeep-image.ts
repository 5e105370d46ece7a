/** Entry of the same commands in the image: this file, bundled, lies beside prisma/ as upkeep.mjs. */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runUpkeep } from './upkeep-commands'

runUpkeep(dirname(fileURLToPath(import.meta.url)), process.argv.slice(2))
