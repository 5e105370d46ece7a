/** Where the sandbox keeps wallets and keys unless told otherwise. */
export const DEFAULT_FOLDER = './.purser/sandbox-service'
