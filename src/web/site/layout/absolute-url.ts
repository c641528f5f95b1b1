import { pictureUrl } from '../../../contract/picture-url.ts'
import type { Picture } from '../../../contract/pictures.ts'
import type { Site } from '../../../contract/site.ts'

/** Addresses that other sites are given: absolute, on the site's own origin unless they already have one. */
export function absoluteUrl({ origin }: Pick<Site, 'origin'>, address: string): string {
  return /^https?:\/\//i.test(address) ? address : origin + address
}

/** Share cards and pins want about 1200 px in a format that everybody reads. */
export function sharedPictureUrl(site: Pick<Site, 'origin'>, picture: Picture): string {
  const { width, widths } = picture
  const chosen = widths.find((candidate) => candidate >= 1200) ?? widths.at(-1) ?? width
  return site.origin + pictureUrl(picture, chosen, 'jpg')
}
