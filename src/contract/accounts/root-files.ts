/** Files of the owner at the root of the site and in `.well-known`: their names, types and limits. */

export const ROOT_FILES_MAX = 20
export const ROOT_FILE_NAME_MAX = 80
/** In bytes of UTF-8. */
export const ROOT_FILE_BYTES_MAX = 10_000
export const WELL_KNOWN = '.well-known/'
export const SECURITY_TXT = `${WELL_KNOWN}security.txt`

const NAME_HINT = 'Please write a name such as pinterest-1a2b3.html or .well-known/name'
const rootName = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*\.(?:html|txt|xml|json)$/i
const wellKnownName = /^[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/i
/** Names of devices, which no Windows machine can hold as a file, such as that of a later export. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
/** The site makes them in each version, or a later one may. */
const ownNames = /^(?:robots\.txt|sitemap\.xml|feed\..*|favicon\..*|index\..*)$/i

/** Whether a path may be that of a file of the owner. */
export function mayBeRootFile(pathname: string): boolean {
  return rootFileNameFault(pathname.slice(1)) === undefined
}

/** The fault of a name as a sentence; undefined for one that the owner may give a file. */
export function rootFileNameFault(name: string): string | undefined {
  if (name === '') return 'Please give the file a name'
  if (name.length > ROOT_FILE_NAME_MAX) return `Please keep this under ${ROOT_FILE_NAME_MAX} characters`
  const isWellKnown = name.startsWith(WELL_KNOWN)
  const base = isWellKnown ? name.slice(WELL_KNOWN.length) : name
  if (!(isWellKnown ? wellKnownName : rootName).test(base) || device.test(base)) return NAME_HINT
  return !isWellKnown && ownNames.test(base) ? madeByTheSite(name) : undefined
}

export function madeByTheSite(name: string): string {
  return `This site makes ${name} itself`
}

/** Whether the content is text: no control characters but tabs and line ends. */
export function isPlainText(content: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finds them
  return content.isWellFormed() && !/[\0-\x08\x0b\x0e-\x1f\x7f\ufffd]/.test(content)
}

const types: Record<string, string> = {
  html: 'text/html',
  txt: 'text/plain',
  xml: 'application/xml',
  json: 'application/json',
}

/** The content type of a file; one of another kind is JSON if it reads as JSON, as apps expect, and plain text otherwise. */
export function rootFileType(name: string, content: string): string {
  const type = types[/\.([a-z]+)$/i.exec(name.slice(name.lastIndexOf('/') + 1))?.[1]?.toLowerCase() ?? '']
  return `${type ?? (isJson(content) ? 'application/json' : 'text/plain')}; charset=utf-8`
}

function isJson(content: string): boolean {
  try {
    return typeof JSON.parse(content) === 'object'
  } catch {
    return false
  }
}
