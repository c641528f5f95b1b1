import { useEffect, useEffectEvent } from 'react'
import { isElsewhere } from '../../../contract/content/picture-elsewhere.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { usePictureCopies } from '../media/copy-picture-button.tsx'
import type { PictureCopies, PictureElsewhere } from '../media/create-picture-copies.ts'
import { pictureCopies } from '../media/picture-copies.ts'
import type { PostForm } from './post-form.ts'
import { parseHtmlFragment } from './rich/parse-html-fragment.ts'
import { useSettled } from './use-settled.ts'

type PicturesElsewhereNoticeProps = {
  form: PostForm
  /** Takes the HTML with copied pictures; undefined where the visual editor replaces them itself. */
  source: { html: string; onChange: (html: string) => void } | undefined
}

/** Says before publishing how many pictures of the text are on another site, and copies them to the library. */
export function PicturesElsewhereNotice({ form, source }: PicturesElsewhereNoticeProps) {
  usePictureCopies()
  const version = pictureCopies.version()
  const pictures = useSettled(form, picturesElsewhereHere)
  const replaceCopied = useEffectEvent(() => {
    if (!source || version === 0) return
    const copied = withCopiedPictures(source.html, pictureCopies)
    if (copied !== source.html) source.onChange(copied)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each copy and each change of the text
  useEffect(replaceCopied, [version, source?.html])

  const copies = pictures.map(({ src }) => pictureCopies.find(src))
  const left = pictures.filter((_, index) => copies[index]?.state !== 'done')
  if (left.length === 0) return null
  const running = copies.filter((copy) => copy?.state === 'waiting' || copy?.state === 'copying').length
  const errors = [...new Set(copies.flatMap((copy) => (copy?.state === 'failed' ? [copy.error] : [])))]
  const count = left.length === 1 ? '1 picture is' : `${left.length} pictures are`
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2 text-sm md:px-8"
    >
      <p className="min-w-0 grow wrap-anywhere">
        {running > 0
          ? `Copying ${running} of ${left.length} pictures to the library…`
          : `${count} on another site, which may remove ${left.length === 1 ? 'it' : 'them'}.`}{' '}
        {errors.slice(0, 3).join(' ')}
      </p>
      {running < left.length && <ToolButton onClick={() => pictureCopies.copy(left)}>Copy to library</ToolButton>}
    </div>
  )
}

const picturesElsewhereHere = (html: string) => picturesElsewhere(html, location.origin)

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
