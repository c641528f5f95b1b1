/** In bytes; file systems allow 255, and a number and an extension follow. */
const NAME_MAX = 180

/**
 * Gives each file a name that every file system can store and that differs from the others in more than case. `extension` has no
 * dot.
 */
export function createUniqueNames() {
  const taken = new Set<string>()
  return (stem: string, extension: string): string => {
    const base = storable(stem)
    for (let number = 1; ; number++) {
      const name = `${base}${number === 1 ? '' : `-${number}`}.${extension}`
      const key = name.toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }
}

/** Without what Windows refuses in names. */
function storable(stem: string): string {
  let name = stem
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{C}<>:"/\\|?*\s]+/gu, '-')
    .replace(/^[.\-~]+|[.\- ]+$/g, '')
  while (Buffer.byteLength(name) > NAME_MAX) name = [...name].slice(0, -1).join('')
  if (/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name)) return `_${name}`
  return name || 'file'
}
