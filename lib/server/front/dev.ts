/** Runs before Next's development server: see lib/server/cli/start.mjs. */
import { installDoor } from './door'

installDoor(process.env)
