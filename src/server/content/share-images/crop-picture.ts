import { loadSharp } from '../../platform/load-sharp.ts'

/** A picture in a drawn image, with the key of its image. `focus` is in percent. */
export type DrawnPicture = { key: string; source: Buffer; focus?: { x: number; y: number } | null | undefined }

/** Identifies what is drawn of a picture in the key of a cache. */
export const pictureKey = (picture: DrawnPicture | undefined) => picture && [picture.key, picture.focus]

type Place = {
  width: number
  height: number
  /** The colour behind a transparent picture. */
  background: string
}

/** A PNG as large as its place, which the picture fills, cropped around its focus. */
export async function cropPicture(
  { source, focus }: DrawnPicture,
  { width, height, background }: Place,
): Promise<Buffer> {
  const sharp = await loadSharp()
  const { autoOrient: full } = await sharp(source).metadata()
  const scale = Math.max(width / full.width, height / full.height)
  const scaled = {
    width: Math.max(width, Math.round(full.width * scale)),
    height: Math.max(height, Math.round(full.height * scale)),
  }
  const { x = 50, y = 50 } = focus ?? {}
  return sharp(source)
    .autoOrient()
    .resize(scaled.width, scaled.height, { fit: 'fill' })
    .extract({ left: offset(x, scaled.width, width), top: offset(y, scaled.height, height), width, height })
    .flatten({ background })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

const offset = (percent: number, full: number, part: number) =>
  Math.round(Math.min(full - part, Math.max(0, (percent / 100) * full - part / 2)))
