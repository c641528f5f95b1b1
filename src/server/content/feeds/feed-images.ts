import { stat } from 'node:fs/promises'
import type { Enclosure } from 'feed'
import type { Logger } from 'pino'
import { pictureUrl } from '../../../contract/content/picture-url.ts'
import type { Picture, PictureFormat } from '../../../contract/content/pictures.ts'

export type EnclosureOptions = {
  origin: string
  /** The file of a variant, created if missing; undefined if the image does not exist. */
  makeVariant(key: string, width: number, format: PictureFormat): Promise<string | undefined>
  log: Logger
}

/** The absolute URL of the variant that feeds show. */
export function feedImageUrl(picture: Picture, origin: string): string {
  return origin + pictureUrl(picture, widthOf(picture), 'jpg')
}

/**
 * The enclosure of an item. RSS 2.0 requires its size, so a missing variant is created. Undefined if the image does not
 * exist or, logged, cannot be read: one image must not make the feed unavailable.
 */
export async function findEnclosure(
  picture: Picture,
  { origin, makeVariant, log }: EnclosureOptions,
): Promise<Enclosure | undefined> {
  try {
    const file = await makeVariant(picture.key, widthOf(picture), 'jpg')
    if (!file) return undefined
    const { size } = await stat(file)
    return { url: feedImageUrl(picture, origin), type: 'image/jpeg', length: size }
  } catch (error) {
    log.error({ err: error, image: picture.key }, 'an item of the feed has no image')
    return undefined
  }
}

function widthOf({ widths }: Picture): number {
  return Math.max(...widths.filter((width) => width <= 1200), widths[0] ?? 0)
}
