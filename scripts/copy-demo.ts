/** Copies the articles, newsletters and images of the demo into the build, which seeds an empty database with them. */
import { cpSync, rmSync } from 'node:fs'

rmSync('dist/demo', { recursive: true, force: true })
for (const folder of ['content/articles', 'content/newsletters', 'images'])
  cpSync(`demo/${folder}`, `dist/demo/${folder}`, { recursive: true })
