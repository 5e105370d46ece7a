/** Bundles `entry`, a path from the project's root, to the file `outfile`. Rejects where esbuild finds an error. */
export function bundle(entry: string, outfile: string, root?: string): Promise<void>
