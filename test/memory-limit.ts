import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** The control group hierarchies of Linux, version 1 and 2, with the file that limits the memory. */
const hierarchies = [
  { root: '/sys/fs/cgroup/memory', file: 'memory.limit_in_bytes' },
  { root: '/sys/fs/cgroup', file: 'memory.max' },
]

/** A control group with a memory limit in bytes; undefined where none may be made. */
export function createMemoryLimit(bytes: number): { folder: string; remove(): void } | undefined {
  for (const { root, file } of hierarchies) {
    const folder = path.join(root, `dewlight-${process.pid}-${bytes}`)
    try {
      mkdirSync(folder)
      if (existsSync(path.join(folder, file))) {
        writeFileSync(path.join(folder, file), String(bytes))
        return { folder, remove: () => rmdirSync(folder) }
      }
      rmdirSync(folder)
    } catch {
      // Not allowed here.
    }
  }
  return undefined
}
