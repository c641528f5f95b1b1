/** Copies the demo's texts and images into the build, which seeds an empty database from them. */
import { cpSync, rmSync } from 'node:fs'

rmSync('dist/demo', { recursive: true, force: true })
for (const folder of ['content/articles', 'images'])
  cpSync(`demo/${folder}`, `dist/demo/${folder}`, { recursive: true })
