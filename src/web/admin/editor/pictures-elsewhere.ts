import { isElsewhere } from '../../../contract/content/picture-elsewhere.ts'
import type { PictureCopies, PictureElsewhere } from '../media/create-picture-copies.ts'
import { parseHtmlFragment } from './rich/parse-html-fragment.ts'

/** The pictures of HTML that are on another site, each address once, as it is in the HTML. */
export function picturesElsewhere(html: string, origin: string): PictureElsewhere[] {
  if (!/<img\b/i.test(html)) return []
  const found = new Map<string, PictureElsewhere>()
  for (const element of parseHtmlFragment(html).querySelectorAll('img')) {
    const src = element.getAttribute('src') ?? ''
    if (isElsewhere(src, origin) && !found.has(src)) found.set(src, { src, alt: element.getAttribute('alt') ?? '' })
  }
  return [...found.values()]
}

/** The HTML with the address in the library of each copied picture, and otherwise as it was typed. */
export function withCopiedPictures(html: string, copies: Pick<PictureCopies, 'find'>): string {
  return html.replace(image, (tag) =>
    tag.replace(source, (whole, before: string, quoted: string) => {
      const src = decode(quoted.slice(1, -1))
      const copy = copies.find(src)
      return copy?.state === 'done' ? `${before}"${copy.image.url}"` : whole
    }),
  )
}

const image = /<img\b(?:[^"'>]|"[^"]*"|'[^']*')*>/gi
const source = /(\ssrc\s*=\s*)("[^"]*"|'[^']*')/i

/** The value of an attribute. */
function decode(written: string): string {
  return parseHtmlFragment(`<p>${written.replaceAll('<', '&lt;')}</p>`).textContent ?? ''
}
