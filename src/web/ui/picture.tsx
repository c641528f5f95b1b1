import { useCallback, useState } from 'react'
import { pictureUrl } from '../../contract/picture-url.ts'
import type { Picture as PictureData, PictureFormat } from '../../contract/pictures.ts'
import { Droplet } from './icons.tsx'

type PictureProps = {
  picture: PictureData | null
  /** URL of an image outside the media library. */
  src?: string
  alt: string
  /** The `sizes` attribute. */
  sizes: string
  /** Aspect ratio and corners of the frame, which the image covers. */
  className?: string
  /** Set for the largest image above the fold. */
  priority?: boolean
}

/** An image that covers its frame, over a blurred placeholder; an icon if there is none or it fails to load. */
export function Picture({ picture, src, alt, sizes, className = '', priority = false }: PictureProps) {
  const url = picture ? pictureUrl(picture, fallbackWidth(picture), 'jpg') : src || undefined
  const [failed, setFailed] = useState<string>()
  // If the image failed before hydration, its error event has already fired.
  const checkFailure = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) setFailed(url)
    },
    [url],
  )
  const frame = `frame ${className}`
  if (!url || failed === url) return <NoPicture alt={alt} className={frame} />

  const image = (
    <img
      ref={checkFailure}
      src={url}
      srcSet={picture ? sourceSet(picture, 'jpg') : undefined}
      sizes={picture ? sizes : undefined}
      width={picture?.width}
      height={picture?.height}
      alt={alt}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      onError={() => setFailed(url)}
      className="frame-image"
    />
  )
  return (
    <span className={frame}>
      {picture?.placeholder && <img src={picture.placeholder} alt="" aria-hidden="true" className="frame-blur" />}
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

/** A medium width, for crawlers and browsers without `srcset`. */
function fallbackWidth({ widths, width }: PictureData): number {
  return widths.find((candidate) => candidate >= 800) ?? widths.at(-1) ?? width
}
