import type { Site } from '../../../contract/accounts/site.ts'
import type { Picture } from '../../../contract/content/pictures.ts'

type Size = { width: number; height: number }

/** The size of the image of a share card, in pixels; undefined for one of another site. */
export function sharedImageSize(
  { origin }: Pick<Site, 'origin'>,
  url: string,
  picture: Picture | null | undefined,
): Size | undefined {
  if (picture) {
    const width = Number(/(\d+)\.jpg/.exec(url)?.[1] ?? picture.width)
    return { width, height: Math.max(1, Math.round((picture.height * width) / picture.width)) }
  }
  if (url.startsWith(`${origin}/share/routines/`)) return { width: 1000, height: 1500 }
  return url.startsWith(`${origin}/share/`) ? { width: 1200, height: 630 } : undefined
}
