/**
 * Copies an engine's schema and the shared models into one folder, because Prisma reads only one. Returns the folder,
 * relative to the project's root.
 */
export function assembleSchema(engine: 'sqlite' | 'postgres', root?: string): string
