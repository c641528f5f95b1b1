import { parseHtmlFragment } from './rich/parse-html-fragment.ts'

/** The first picture of a text that can be a cover. */
export function findFirstPicture(html: string): { src: string; alt: string } | undefined {
  if (!html.includes('<img')) return undefined
  const image = parseHtmlFragment(html).querySelector('img[src]')
  const src = image?.getAttribute('src')
  return src ? { src, alt: image?.getAttribute('alt') ?? '' } : undefined
}
