// Loaded before Next, so that its server stands behind the door from the first request on.
import { installDoor } from './door.mjs'

installDoor(process.env)
