// Runs after `npm ci`: installs a Node that Purser runs on if the machine's own is too old, and makes the Prisma
// clients.
import { generateClients } from './generate.mjs'
import { installOwnNode, isNodeSupported } from './own-node.mjs'

if (!isNodeSupported() && !installOwnNode()) {
  console.error(
    `Purser needs Node 22, 24 or 26. This is Node ${process.versions.node}, and no newer one could be installed beside it: install one, then run npm ci again.`,
  )
  process.exit(1)
}
if (!(await generateClients())) process.exit(1)
