import { cpSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const SUFFIX = 'other'
const text = /[.](?:js|css|json|webmanifest|html)$/

/**
 * A copy of the built site in which every hashed asset has another name, like the build of another version. Returns the
 * folder that contains its `dist`.
 */
export function makeOtherVersion(folder: string): string {
  const dist = path.join(folder, 'dist')
  cpSync('dist', dist, { recursive: true })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  const assets = path.join(dist, 'client/assets')
  const names = readdirSync(assets)
  // Compressed copies would still contain the former names.
  for (const name of names) if (/[.](?:br|gz)$/.test(name)) rmSync(path.join(assets, name))
  const hashed = names.filter((name) => !/[.](?:br|gz)$/.test(name))
  const renamed = new Map(hashed.map((name) => [name, name.replace(/([.][^.]+)$/, `${SUFFIX}$1`)]))
  for (const [from, to] of renamed) renameSync(path.join(assets, from), path.join(assets, to))
  const pattern = new RegExp([...renamed.keys()].map((name) => name.replace(/[.+]/g, '\\$&')).join('|'), 'g')
  // The server's bundle names the fonts.
  const files = ['client', 'server'].flatMap((name) =>
    readdirSync(path.join(dist, name), { recursive: true, withFileTypes: true }),
  )
  for (const file of files) {
    if (!file.isFile() || !text.test(file.name)) continue
    const place = path.join(file.parentPath, file.name)
    writeFileSync(
      place,
      readFileSync(place, 'utf8').replace(pattern, (name) => renamed.get(name)!),
    )
  }
  return folder
}
