import path from 'node:path'

/** Runs the built site. Node cannot load the sources of the pages, so a checkout is started by `npm start`, which builds. */
export async function start(args: string[]): Promise<void> {
  if (args.length > 0)
    throw new Error(`"${args[0]}" is not known. The site is configured by variables of the environment.`)
  if (path.extname(import.meta.filename) === '.ts')
    throw new Error('These are the sources: start them with "npm start".')
  await import('../main.ts')
}
