import { walkRedirects } from '../../../content/redirects/redirects.repo.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { SiteAddresses } from './site-addresses.ts'
import type { SiteFiles } from './site-files.ts'

/** Addresses at which readers of feeds look for one. */
const feedAddresses = ['/feed', '/rss', '/rss.xml', '/atom.xml', '/index.xml', '/blog/feed']

type Options = { db: Db; files: SiteFiles; addresses: SiteAddresses }

/**
 * Writes the redirects by hand, those of renames and short links twice: `_redirects` for hosts such as Netlify and Cloudflare Pages,
 * `redirects.nginx.map` for nginx. Returns how many there are, and how many lead to nothing that the copy has.
 */
export async function writeRedirectFiles({
  db,
  files,
  addresses,
}: Options): Promise<{ redirects: number; lost: number }> {
  const lines: string[] = []
  const map: string[] = []
  let lost = 0
  const add = (from: string, to: string) => {
    lines.push(toLine(from, to))
    map.push(...toMapLines(from, to))
  }
  const taken = new Set<string>()
  for await (const redirects of walkRedirects(db, { sort: 'from' })) {
    for (const { from, to } of redirects) {
      // A page takes precedence; nginx would redirect it.
      if (addresses.isPage(from)) continue
      const target = await addresses.resolve(to, '/')
      if (target) add(from, 'path' in target ? target.path : target.outside)
      else lost += 1
      taken.add(from)
    }
  }
  for (const from of feedAddresses) if (!taken.has(from)) add(from, '/feed.xml')
  await files.write('/_redirects', `${lines.join('\n')}\n`)
  await files.write('/redirects.nginx.map', `${map.join('\n')}\n`)
  return { redirects: lines.length - feedAddresses.length, lost }
}

/** `/from /to 301`; the parameters of the address stand between them. */
function toLine(from: string, to: string): string {
  const [path = '', query] = from.split('?')
  const parameters = query === undefined ? [] : query.split('&')
  return [encodeURI(path), ...parameters, encodeSpaces(to), '301'].join(' ')
}

/** nginx compares the decoded path, and parameters as they were sent. A path is found with and without a slash at its end. */
function toMapLines(from: string, to: string): string[] {
  const addresses = from.includes('?') || from.endsWith('/') ? [from] : [from, `${from}/`]
  // nginx has no escape for a dollar.
  const target = encodeSpaces(to).replaceAll('$', '%24')
  return addresses.map((address) => `${quoted(address)} ${quoted(target)};`)
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

function encodeSpaces(address: string): string {
  return address.replace(/[\s\p{Cc}]/gu, (character) => encodeURIComponent(character))
}
