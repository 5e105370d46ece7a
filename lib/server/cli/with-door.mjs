// Runs before Next, so that its server stands behind the door from the first request.
import { installDoor } from './door.mjs'

installDoor(process.env)
