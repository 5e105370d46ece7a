/** Folder of the sandbox's wallets and keys unless another one is given. */
export const DEFAULT_FOLDER = './.purser/sandbox-service'
