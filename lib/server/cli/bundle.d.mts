/** Bundles `entry`, a path from the project's root, into the file `outfile`. Rejects if esbuild finds an error. */
export function bundle(entry: string, outfile: string, root?: string): Promise<void>
