/**
 * `npm run demo:art`: draws the demo images into `demo/images`. `-- --check` writes nothing and fails where a committed
 * image is not what the drawing code produces.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { demoImages } from '../content/images.ts'
import { EXTENSION, encodeDrawing, findDifferences } from './raster.ts'

const imagesDir = path.resolve(import.meta.dirname, '../images')

if (process.argv.includes('--check')) {
  const differences = await findDifferences(imagesDir)
  for (const difference of differences) console.error(difference)
  console.log(`${demoImages.length} drawings, ${differences.length} differences`)
  process.exitCode = differences.length === 0 ? 0 : 1
} else {
  await rm(imagesDir, { recursive: true, force: true })
  let bytes = 0
  for (const { name } of demoImages) {
    const file = path.join(imagesDir, name + EXTENSION)
    const image = await encodeDrawing(name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, image)
    bytes += image.length
  }
  console.log(`${demoImages.length} images, ${(bytes / 1e6).toFixed(1)} MB`)
}
