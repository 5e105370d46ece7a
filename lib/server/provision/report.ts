/** Records what a start did with the file, for the log: kinds and names, never a secret. */
export interface ProvisionReport {
  made(kind: string, name: string): void
  changed(kind: string, name: string): void
  /** Notes that people have removed it, and that it stays so. */
  left(kind: string, name: string): void
  readonly lines: { readonly made: string[]; readonly changed: string[]; readonly left: string[] }
}

export function createReport(): ProvisionReport {
  const lines = { made: [] as string[], changed: [] as string[], left: [] as string[] }
  const add = (to: string[]) => (kind: string, name: string) => void to.push(`${kind} “${name}”`)
  return { made: add(lines.made), changed: add(lines.changed), left: add(lines.left), lines }
}
