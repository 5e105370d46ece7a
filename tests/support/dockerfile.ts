import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Step {
  readonly stage: number
  readonly name: string
  readonly text: string
}

/** Returns the instructions of a Dockerfile in order, without comments. */
export function readDockerfile(text: string): Step[] {
  let stage = -1
  return text
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
      if (name === 'FROM') stage += 1
      return { stage, name, text: rest }
    })
}

/** Returns the project's files that .dockerignore lets through, as the engine would send them. */
export function contextFiles(ignore = readFileSync('.dockerignore', 'utf8')): string[] {
  const patterns = ignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate'], {
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => path !== '')
    .filter((path) => {
      const last = patterns.findLast((pattern) => matches(pattern.replace(/^!/, ''), path))
      return last === undefined || last.startsWith('!')
    })
}

/** A pattern names a file or folder from the root; a star matches any part of a name. */
function matches(pattern: string, path: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]*')
  return new RegExp(`^${source}(/|$)`).test(path)
}

/**
 * Runs a Dockerfile's COPY and RUN in a folder that stands for the container's root, with this machine's Node. `edit`
 * may change a file as it is copied. Supports only what the project's own Dockerfile uses.
 */
export function runDockerfile(steps: readonly Step[], root: string, edit: Record<string, string> = {}): void {
  const context = contextFiles()
  const inRoot = (text: string) => text.replace(/(?<=^|\s)\/(?=\w)/g, `${root}/`)
  let folder = root
  for (const { name, text } of steps) {
    if (name === 'WORKDIR') {
      folder = inRoot(text)
      mkdirSync(folder, { recursive: true })
    }
    if (name === 'COPY') copy(inRoot(text).split(/ +/), folder)
    // The image's user need not exist here.
    if (name === 'RUN') run(inRoot(text).replace('-o node -g node ', ''), folder)
  }

  function copy(words: readonly string[], target: string): void {
    const paths = words.filter((word) => !word.startsWith('--'))
    const to = join(target, paths.at(-1) ?? '')
    for (const from of paths.slice(0, -1)) {
      if (from.startsWith('/')) cpSync(from, to, { recursive: true, verbatimSymlinks: true })
      for (const path of from.startsWith('/') ? [] : context) {
        const inside = from === '.' ? path : path.startsWith(`${from}/`) ? path.slice(from.length + 1) : null
        if (inside !== null) copyFile(path, join(to, inside))
        else if (path === from) copyFile(path, paths.length > 2 || to.endsWith('/') ? join(to, path) : to)
      }
    }
  }

  function copyFile(from: string, to: string): void {
    mkdirSync(join(to, '..'), { recursive: true })
    cpSync(from, to)
    const addition = edit[from]
    if (addition !== undefined)
      execFileSync('tee', ['-a', to], { input: addition, stdio: ['pipe', 'ignore', 'inherit'] })
  }
}

function run(command: string, cwd: string): void {
  // npm would omit packages that the build needs.
  const env = { ...process.env, NODE_ENV: 'development' as const }
  const { status } = spawnSync('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new Error(`The step failed: ${command}`)
}
