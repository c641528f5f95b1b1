type StaticOptions = { signal: AbortSignal; onProgress: (counts: { done: number; total: number }) => void }

/** Writes the site as static files into a folder that does not exist. */
export type WriteStatic = (folder: string, options: StaticOptions) => Promise<void>

/** The data of the process that does it; its configuration is that of the site. */
export type StaticProcessData = {
  folder: string
  /** Folder of the built assets. */
  clientDir: string
}
