/**
 * Writes the licences of everything that the build contains into `dist/THIRD-PARTY-LICENSES.txt`, as they require: the
 * libraries that Vite reports for both bundles, Tailwind's styles and the fonts, which are not modules.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type Entry = { name: string; version?: string; identifier?: string; text?: string }

const reports = ['dist/client/.vite/licences.json', 'dist/server/.vite/licences.json']
const fontFolder = 'src/web/styles/fonts'

const bundled = reports.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Entry[])
for (const file of reports) rmSync(file)
const fonts = readdirSync(fontFolder)
  .filter((file) => file.endsWith('-LICENSE.txt'))
  .map((file) => ({
    name: file.replace('-LICENSE.txt', ''),
    identifier: 'OFL-1.1',
    text: readFileSync(path.join(fontFolder, file), 'utf8').trim(),
  }))

const entries = new Map(
  [...bundled, readPackage('tailwindcss'), readHeifDecoder(), ...fonts].map((entry) => [titleOf(entry), entry]),
)
/** The titles of the projects with the same text, by the text. */
const titles = Map.groupBy(
  [...entries].sort(([left], [right]) => (left < right ? -1 : 1)),
  ([, { identifier, text }]) => `Licence: ${identifier}\n\n${text ?? ''}`.trim(),
)
const sections = [...titles].map(([text, same]) => [...same.map(([title]) => title), text].join('\n'))
writeFileSync(
  'dist/THIRD-PARTY-LICENSES.txt',
  ['Dewlight contains parts of these projects.', ...sections].join(`\n\n${'-'.repeat(80)}\n\n`).concat('\n'),
)

function titleOf({ name, version }: Entry): string {
  return version ? `${name} ${version}` : name
}

function readPackage(name: string): Entry {
  const folder = `node_modules/${name}`
  const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Record<string, string>
  return { name, version, identifier: license, text: readFileSync(`${folder}/LICENSE`, 'utf8').trim() }
}

/** In a worker, of which Vite reports nothing. Its chunk is the library alone and unchanged, so that it can be replaced. */
function readHeifDecoder(): Entry {
  const entry = readPackage('libheif-js')
  const library = readFileSync('node_modules/libheif-js/libheif/LICENSE', 'utf8').trim()
  const note =
    'Dewlight loads this library on demand from a file of its own, dist/client/assets/libheif-bundle-*.js, which may be ' +
    'replaced by another build of it. Source: https://github.com/catdad-experiments/libheif-js and https://github.com/strukturag/libheif'
  return { ...entry, text: [note, entry.text, library].join('\n\n') }
}
