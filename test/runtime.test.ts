/** The Node that runs everything comes with `npm ci`, checked like any package. See docs/decisions/0015-pinned-runtime.md. */
import { existsSync, readFileSync } from 'node:fs'
import { satisfies } from 'semver'
import { expect, inject, test } from 'vitest'

type Package = {
  version: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
  optional?: boolean
  os?: string
  cpu?: string
  bin?: Record<string, string>
  engines?: { node?: string }
}

const manifest = readJson<{ optionalDependencies: Record<string, string>; scripts: Record<string, string> }>(
  'package.json',
)
const lock = readJson<{ packages: Record<string, Package> }>('package-lock.json')
const runtimes = Object.keys(manifest.optionalDependencies).map((name) => ({
  name,
  ...lock.packages[`node_modules/${name}`]!,
}))

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T
}

// One run is enough.
const check = test.skipIf(inject('databaseUrl') !== undefined)

check('every platform has one Node in the lockfile, which npm links as node', () => {
  expect(
    runtimes.map(({ os, cpu, bin, version }) => `${os} ${cpu} ${bin?.node} ${version.split('.')[0]}`).sort(),
  ).toEqual([
    'darwin arm64 bin/node 26',
    'darwin x64 bin/node 26',
    'linux arm64 bin/node 24',
    'linux x64 bin/node 24',
    'win32 x64 bin/node.exe 24',
  ])
})

check('it has the version of package.json, a checksum, no address and no install script', () => {
  for (const runtime of runtimes) {
    expect(runtime.version, runtime.name).toBe(manifest.optionalDependencies[runtime.name])
    expect(runtime.integrity, runtime.name).toMatch(/^sha512-/)
    expect(runtime, runtime.name).not.toHaveProperty('resolved')
    expect(runtime, runtime.name).not.toHaveProperty('hasInstallScript')
    expect(runtime.optional, runtime.name).toBe(true)
  }
})

check('platforms of one operating system run the same version', () => {
  const versions = Object.groupBy(runtimes, ({ os }) => (os === 'darwin' ? 'macOS' : 'Linux and Windows'))
  for (const [platform, group] of Object.entries(versions))
    expect(new Set(group.map(({ version }) => version)).size, platform).toBe(1)
})

check('npm 10 links it too', () => {
  expect(manifest.scripts.dependencies).toBe('npm rebuild --ignore-scripts')
})

check('tests run on the pinned Node', () => {
  const here = runtimes.find(({ os, cpu }) => os === process.platform && cpu === process.arch)
  expect(process.version).toBe(`v${here?.version}`)
})

check('no package leaves the choice of Node to the one that runs npm', () => {
  const withEngines = Object.entries(lock.packages).filter(([place, { engines }]) => place !== '' && engines)
  expect(
    withEngines.map(([place]) => place),
    'run `npm run lockfile`',
  ).toEqual([])
})

check('every installed package supports the pinned Node', () => {
  const installed = Object.keys(lock.packages)
    .filter((place) => place !== '' && existsSync(`${place}/package.json`))
    .map((place) => ({ place, node: readJson<Package>(`${place}/package.json`).engines?.node ?? '*' }))
  expect(installed.length).toBeGreaterThan(300)
  for (const { version } of runtimes)
    expect(
      installed.filter(({ node }) => !satisfies(version, node)),
      version,
    ).toEqual([])
})
