/** Copies the fonts of pins into the build, next to the server that draws with them. */
import { cpSync, rmSync } from 'node:fs'

rmSync('dist/server/fonts', { recursive: true, force: true })
cpSync('src/server/content/share-images/fonts', 'dist/server/fonts', { recursive: true })
