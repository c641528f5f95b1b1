/** Where a file stands in the folder of a site generator. */
export type PlaceOfText = {
  /** The path of its page without slashes at the ends, from the folder with the texts. */
  path: string
  /** The name in the address: that of the file without its date, or of the folder of an `index.md`. */
  name: string
  /** The date in the name of the file. */
  date: string | null
  isDraft: boolean
  /** Whether its folder is one of posts. */
  isPost: boolean
  /** Why it is left out. */
  leftOut: string | null
}

const postFolders = /(?:^|\/)(?:_posts|_drafts|posts?|blog|articles?|journal|news|writing|entries)\//i

export function placeOf(file: string): PlaceOfText {
  const inTexts = file.replace(/^(?:.*\/)?(?:src\/content|content|src\/pages|pages|src)\//, '')
  const stem = inTexts.replace(/\.\w+$/, '')
  const isIndex = /(?:^|\/)index$/i.test(stem)
  const whole = isIndex ? stem.replace(/\/?index$/i, '') : stem
  const base = whole.split('/').at(-1) ?? ''
  const [, year, month, day, dated] = /^(\d{4})-(\d\d?)-(\d\d?)-(.+)$/.exec(base) ?? []
  const date = year ? [year, month!.padStart(2, '0'), day!.padStart(2, '0')].join('-') : null
  const folder = whole.slice(0, whole.length - base.length)
  const name = dated ?? base
  return {
    path: `${folder.replace(/(?:^|\/)(?:_posts|_drafts)\//, '/').replace(/^\//, '')}${name}`,
    name,
    date,
    isDraft: /(?:^|\/)_drafts\//.test(file),
    isPost: postFolders.test(`/${file}`) || date !== null,
    leftOut: leftOutOf(file),
  }
}

function leftOutOf(file: string): string | null {
  const base = file.split('/').at(-1)!
  if (/^_index\.\w+$/i.test(base)) return 'The text of a section (_index) is not imported.'
  if (
    /^(?:readme|changelog|licen[cs]e|contributing|code_of_conduct|security|pull_request_template|issue_template)\.\w+$/i.test(
      base,
    )
  )
    return 'It is about the folder, not a text of the site.'
  if (/(?:^|\/)(?:themes|archetypes|layouts|_layouts|_includes|_data|_site|vendor|bower_components)\//i.test(file))
    return 'It belongs to the theme, not to the texts.'
  return null
}

/** A path from the folder of a file, without `.` and `..`; undefined if it leads out of the export. */
export function resolvePath(from: string, to: string): string | undefined {
  const parts: string[] = to.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const part of to.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
