import { createViteServer } from 'vitest/node'

/**
 * Returns every module that a browser would load for a file, including those of packages. Vite resolves the imports as
 * for a browser, and nothing is removed as unused. Paths are absolute; other names, such as a Node module that Vite
 * replaces by an empty one, are Vite's.
 */
export async function modulesInBrowser(root: string, file: string): Promise<string[]> {
  const server = await createViteServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
  })
  try {
    const client = server.environments.client
    const seen = new Set<string>()
    const waiting = [file]
    for (const url of waiting) {
      await client.transformRequest(url)
      const module = await client.moduleGraph.getModuleByUrl(url)
      if (!module?.id || seen.has(module.id)) continue
      seen.add(module.id)
      waiting.push(...[...module.importedModules].map((imported) => imported.url))
    }
    return [...seen]
  } finally {
    await server.close()
  }
}
