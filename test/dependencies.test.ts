import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'

type Package = {
  version?: string
  license?: string
  integrity?: string
  hasInstallScript?: boolean
  resolved?: string
  link?: boolean
  inBundle?: boolean
}
type Manifest = {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  optionalDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
const page = readFileSync('docs/dependencies.md', 'utf8')
const installed = Object.entries(lock.packages)
  .filter(([place]) => place !== '')
  .map(([place, one]) => ({ name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length), ...one }))

const allowed = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Unlicense CC0-1.0 Zlib OFL-1.1 MPL-2.0'.split(
    ' ',
  ),
)

/** Libraries under the LGPL in files of their own, which a user may replace. */
function isUsedUnchanged(name: string): boolean {
  return name.startsWith('@img/') || name === 'libheif-js'
}

/** An SPDX expression without nested parentheses: any side of OR, all of AND. */
function isAllowed(name: string, license = ''): boolean {
  return license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((one) => allowed.has(one) || (one.startsWith('LGPL-3.0') && isUsedUnchanged(name))),
    )
}

// One run is enough.
const check = test.skipIf(inject('databaseUrl') !== undefined)

check('every dependency stands in docs/dependencies.md with a reason, and nothing else does', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'))
  const listed = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name))
  for (const row of rows) expect(row.split('|')[3]!.trim().length, row).toBeGreaterThan(10)
  const used = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.devDependencies })
  expect(listed.sort()).toEqual(used.sort())
})

check('versions are exact', () => {
  for (const [name, version] of Object.entries({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  }))
    expect(version, name).toMatch(/^\d+\.\d+\.\d+$/)
})

check('the package that draws the images of the demo uses the versions that are installed here', () => {
  const drawings = JSON.parse(readFileSync('demo/art/package.json', 'utf8')) as Manifest
  const here = { ...manifest.dependencies, ...manifest.devDependencies }
  const used = Object.entries({ ...drawings.dependencies, ...drawings.devDependencies })
  for (const [name, version] of used) expect(version, name).toBe(here[name])
})

check('whatever is installed has a licence of the list', () => {
  expect(
    installed
      .filter(({ name, license }) => !isAllowed(name, license))
      .map(({ name, license }) => `${name}: ${license}`),
  ).toEqual([])
  expect(isAllowed('left', 'GPL-3.0-only')).toBe(false)
  expect(isAllowed('left', 'MIT AND LGPL-3.0-or-later')).toBe(false)
  expect(isAllowed('left')).toBe(false)
})

check('whatever is installed has a checksum and no address', () => {
  // A bundled package is part of the archive of its parent and covered by its checksum.
  const fetched = installed.filter(({ inBundle }) => !inBundle)
  expect(fetched.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([])
  expect(installed.filter(({ resolved }) => resolved !== undefined).map(({ name }) => name)).toEqual([])
})

check('what runs a script at its installation was decided upon', () => {
  const scripted = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect(scripted.filter((name) => !(name in manifest.allowScripts))).toEqual([])
})
