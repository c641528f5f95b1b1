import { useCallback, useState } from 'react'
import { pictureUrl } from '../../contract/picture-url.ts'
import type { Picture as PictureData, PictureFormat } from '../../contract/pictures.ts'
import { Droplet } from './icons.tsx'

type PictureProps = {
  picture: PictureData | null
  /** Where the image is when it is not one of the media library. */
  src?: string
  alt: string
  /** How wide it is shown, as the `sizes` of an image. */
  sizes: string
  /** Shape of the frame, which the image covers: an aspect ratio, corners. */
  className?: string
  /** For the largest image of the first screen. */
  priority?: boolean
}

/** An image that covers its frame, over its own blurred stand-in; a quiet shape where there is no image. */
export function Picture({ picture, src, alt, sizes, className = '', priority = false }: PictureProps) {
  const address = picture ? pictureUrl(picture, fallbackWidth(picture), 'jpg') : src || undefined
  const [failed, setFailed] = useState<string>()
  // An image that failed before the page was hydrated has fired its event already.
  const noticeFailure = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) setFailed(address)
    },
    [address],
  )
  const frame = `relative block overflow-hidden bg-cream ${className}`
  if (!address || failed === address) return <NoPicture alt={alt} className={frame} />

  const image = (
    <img
      ref={noticeFailure}
      src={address}
      srcSet={picture ? sourceSet(picture, 'jpg') : undefined}
      sizes={picture ? sizes : undefined}
      width={picture?.width}
      height={picture?.height}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      onError={() => setFailed(address)}
      className="absolute inset-0 size-full object-cover"
    />
  )
  return (
    <span className={frame}>
      {picture?.placeholder && (
        <img
          src={picture.placeholder}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover blur-lg"
        />
      )}
      {picture ? (
        <picture>
          <source type="image/avif" srcSet={sourceSet(picture, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sourceSet(picture, 'webp')} sizes={sizes} />
          {image}
        </picture>
      ) : (
        image
      )}
    </span>
  )
}

function NoPicture({ alt, className }: { alt: string; className: string }) {
  const label = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return (
    <span {...label} className={className}>
      <Droplet strokeWidth={1} className="absolute inset-0 m-auto size-10 text-accent" />
    </span>
  )
}

function sourceSet(picture: PictureData, format: PictureFormat): string {
  return picture.widths.map((width) => `${pictureUrl(picture, width, format)} ${width}w`).join(', ')
}

/** For browsers without `srcset`, and for machines that read the page: middling rather than huge. */
function fallbackWidth({ widths, width }: PictureData): number {
  return widths.find((candidate) => candidate >= 800) ?? widths.at(-1) ?? width
}
