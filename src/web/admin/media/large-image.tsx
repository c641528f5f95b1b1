import type { OwnerImage } from '../../../contract/content/images.ts'
import { pictureUrl } from '../../../contract/content/picture-url.ts'

/** The whole image, animated if it is, on a checkerboard for transparency. */
export function LargeImage({ image: { picture, altText, url, isAnimated } }: { image: OwnerImage }) {
  const sources = picture.widths.map((width) => `${pictureUrl(picture, width, 'webp')} ${width}w`).join(', ')
  return (
    <div className="grid place-items-center overflow-hidden rounded-lg border border-line bg-cream">
      <img
        src={url}
        srcSet={isAnimated ? undefined : sources}
        sizes="(min-width: 768px) 600px, 92vw"
        width={picture.width}
        height={picture.height}
        alt={altText}
        className="h-auto max-h-[60vh] w-auto max-w-full bg-[repeating-conic-gradient(var(--color-cream)_0_25%,var(--color-white)_0_50%)] bg-size-[1.25rem_1.25rem] object-contain"
      />
    </div>
  )
}
