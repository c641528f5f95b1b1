import type { Site } from '../../../contract/accounts/site.ts'
import { pictureUrl } from '../../../contract/content/picture-url.ts'
import type { Picture } from '../../../contract/content/pictures.ts'

/** Resolves a site-relative URL against the origin of the site. */
export function absoluteUrl({ origin }: Pick<Site, 'origin'>, address: string): string {
  return /^https?:\/\//i.test(address) ? address : origin + address
}

/** URL of a JPEG about 1200 px wide, as share cards and pins recommend. */
export function sharedPictureUrl(site: Pick<Site, 'origin'>, picture: Picture): string {
  const { width, widths } = picture
  const chosen = widths.find((candidate) => candidate >= 1200) ?? widths.at(-1) ?? width
  return site.origin + pictureUrl(picture, chosen, 'jpg')
}
