import path from 'node:path'

/**
 * Puts what every start loads into few files, because to find, read and link two hundred takes longer than to run them: one
 * for what the site is served with, and one for each part of it that a smaller program loads too, such as a thread.
 */

type Modules = {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

/** By the name in that of the chunk; `processes` is what the first of several processes loads. */
const programs: Record<string, string> = {
  site: 'src/server.ts',
  processes: 'src/run.ts',
  earnings: 'src/earnings-thread.ts',
  mailbox: 'src/mailbox-thread.ts',
  'site-import': 'src/site-import-process.ts',
  commands: 'src/cli.ts',
  demo: 'demo/seed/seed-demo.ts',
}

/** Programs that load a module of every start, from which on it is in one file: the few others load a little more. */
const SHARED_MIN = 5

let reached: Map<string, Set<string>> | undefined

export function serverChunk(id: string, modules: Modules): string | null {
  reached ??= new Map(Object.entries(programs).map(([name, entry]) => [name, reach(path.resolve(entry), modules)]))
  const names = [...reached].filter(([, ids]) => ids.has(id)).map(([name]) => name)
  if (names.includes('processes') && names.length >= SHARED_MIN) return 'shared'
  return names.includes('site') || names.includes('processes') ? names.join('-') : null
}

/** A module and all that it imports. */
function reach(entry: string, modules: Modules): Set<string> {
  const found = new Set([entry])
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    for (const imported of importedIds) found.add(imported)
    for (const imported of dynamicallyImportedIds) if (isAlwaysLoaded(imported)) found.add(imported)
  }
  return found
}

/** The pages and what they load late, which are all loaded before the site listens (`preloadPages`), and commands. */
function isAlwaysLoaded(id: string): boolean {
  return /[/]src[/](?:web[/](?!newsletter[/])|commands[/])/.test(id)
}
