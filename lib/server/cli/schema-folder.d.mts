/**
 * Copies an engine's schema and the shared models into one folder, since Prisma reads one. Answers the folder, relative to
 * the project's root.
 */
export function assembleSchema(engine: 'sqlite' | 'postgres', root?: string): string
