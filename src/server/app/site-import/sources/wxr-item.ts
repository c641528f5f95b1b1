import type { SourceProblem, SourceTerm } from '../source-records.ts'

/** An item of WXR: `fields` by the names of its elements. */
export type WxrItem = {
  fields: Map<string, string>
  meta: Map<string, string[]>
  terms: (SourceTerm & { domain: string })[]
  comments: Map<string, string>[]
}

/** Says why an item is left out, in a sentence for the owner. */
export type LeaveOut = (text: string) => SourceProblem

/** The permalink, those of earlier slugs and the addresses by number. */
export function addressesOf(
  fields: Map<string, string>,
  numbered: string[],
  oldSlugs: string[] = [],
  slug = '',
): string[] {
  const link = fields.get('link') ?? ''
  const permalink = URL.canParse(link) && new URL(link)
  if (!permalink || permalink.pathname === '/') return numbered
  const path = permalink.pathname + permalink.search
  const renamed = oldSlugs
    .filter(Boolean)
    .map((old) => replaceLast(path, encodeURIComponent(slug), encodeURIComponent(old)))
  return [...new Set([path, ...renamed, ...numbered])]
}

function replaceLast(path: string, part: string, by: string): string {
  const at = part ? path.toLowerCase().lastIndexOf(part.toLowerCase()) : -1
  return at < 0 ? `/${by}/` : path.slice(0, at) + by + path.slice(at + part.length)
}
