/**
 * `npm run fonts`: splits the fonts into subsets for English (`basic`), other Western languages (`latin`) and the rest
 * of the Latin script (`latin-ext`), and writes them to `src/web/styles/fonts`. A browser loads a subset when the page
 * contains one of its characters. Each subset is a separate family: within one family Chrome treats unused subsets as
 * pending and lays out the whole page again for every font that arrives. The output is committed; the build writes the
 * `@font-face` rules.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import { type Font, fonts, subsets } from './font-faces.ts'
import { withLiningFigures } from './lining-figures.ts'
import { makePinFonts } from './pin-fonts.ts'

const folder = path.resolve(fileURLToPath(import.meta.url), '../../src/web/styles/fonts')
const pinFolder = path.resolve(folder, '../../../server/content/share-images/fonts')

/** The subsets and the licences of the fonts, by file name. The output is deterministic. */
export async function makeFonts(): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for (const font of fonts) {
    for (const { name, script, points } of subsets)
      files[`${font.name}-${name}.woff2`] =
        name === 'basic' ? await makeBasic(font, points) : await makeSubset(font, script, points)
    files[`${font.name}-LICENSE.txt`] = readPackaged(font.source('latin').replace(/files\/.*/, 'LICENSE'))
  }
  return files
}

/** Kerning, mark positioning, ligatures, lining and tabular figures. */
const allFeatures = ['kern', 'liga', 'clig', 'rlig', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum']

function makeSubset({ source, axes }: Font, script: 'latin' | 'latin-ext', points: Set<number>): Promise<Buffer> {
  return subsetFont(readPackaged(source(script)), String.fromCodePoint(...points), {
    targetFormat: 'woff2',
    keepFeatures: allFeatures,
    noHinting: true,
    variationAxes: axes,
  })
}

/** Every page loads these, so they contain only what a page needs: all weights are kerned like the lightest one (`GDEF`). */
async function makeBasic({ source, axes, features }: Font, points: Set<number>): Promise<Buffer> {
  const text = String.fromCodePoint(...points)
  const whole = await subsetFont(readPackaged(source('latin')), text, {
    targetFormat: 'sfnt',
    keepFeatures: ['lnum', ...features],
    variationAxes: axes,
  })
  return subsetFont(withLiningFigures(whole, points), text, {
    targetFormat: 'woff2',
    keepFeatures: [...features],
    noHinting: true,
    dropTables: ['GDEF', 'MVAR', 'STAT'],
  })
}

function readPackaged(file: string): Buffer {
  return readFileSync(fileURLToPath(import.meta.resolve(file)))
}

if (import.meta.main) {
  write(folder, await makeFonts())
  write(pinFolder, await makePinFonts())
}

function write(to: string, files: Record<string, Buffer>): void {
  mkdirSync(to, { recursive: true })
  for (const [name, bytes] of Object.entries(files)) {
    writeFileSync(path.join(to, name), bytes)
    console.log(`${name} ${bytes.length} B`)
  }
}
