/**
 * `npm run demo:art`: draws the demo images into `demo/images`. `-- product/ hero` draws only the images whose names
 * contain one of the words. `-- --check` writes nothing and fails where a committed image is not what the code draws.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pictures } from './pictures.ts'
import { encodePicture, files, findDifferences, listFiles } from './raster.ts'

const imagesDir = path.resolve(import.meta.dirname, '../images')
const [...wanted] = process.argv.slice(2)

if (wanted.includes('--check')) {
  const differences = await findDifferences(imagesDir)
  for (const difference of differences) console.error(difference)
  console.log(`${pictures.size} pictures, ${differences.length} differences`)
  process.exitCode = differences.length === 0 ? 0 : 1
} else {
  for (const file of await listFiles(imagesDir)) if (!files.has(file)) await rm(path.join(imagesDir, file))
  const drawn = [...files].filter(([, name]) => wanted.length === 0 || wanted.some((word) => name.includes(word)))
  let bytes = 0
  for (const [file, name] of drawn) {
    const image = await encodePicture(name)
    await mkdir(path.dirname(path.join(imagesDir, file)), { recursive: true })
    await writeFile(path.join(imagesDir, file), image)
    bytes += image.length
  }
  console.log(`${drawn.length} images, ${(bytes / 1e6).toFixed(1)} MB`)
}
