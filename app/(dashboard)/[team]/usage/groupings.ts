/** What spend can be grouped by. A file of its own, since browsers load it: the address is read by a validator. */
export const GROUPINGS = ['environment', 'key', 'member', 'operation'] as const
