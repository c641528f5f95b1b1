import { useCallback, useState } from 'react'
import { pageWidths, pictureUrl, widthsUpTo } from '../../contract/content/picture-url.ts'
import type { Picture as PictureData } from '../../contract/content/pictures.ts'
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
  /** The most CSS pixels that it is drawn wide on a phone, and elsewhere half as much again; absent if it is as wide as the page. */
  drawn?: number
  /** Set for the largest image above the fold. */
  priority?: boolean
  /** `data-pin-*` attributes, which tell browsers' pin buttons what to save. */
  pin?: Record<`data-pin-${string}`, string>
}

/** An image that covers its frame, over a blurred placeholder; an icon if there is none or it fails to load. */
export function Picture({ picture, src, alt, sizes, className = '', drawn, priority = false, pin }: PictureProps) {
  const url = picture ? pictureUrl(picture, fallbackWidth(picture), 'jpg') : src || undefined
  const [failed, setFailed] = useState<string>()
  // If the image failed before hydration, its error event has already fired.
  const checkFailure = useCallback(
    (image: HTMLImageElement | null) => {
      if (image?.complete && image.naturalWidth === 0) setFailed(url)
    },
    [url],
  )
  const frame = `frame ${focusClass(picture)} ${className}`
  const widths = picture ? (drawn === undefined ? pageWidths(picture) : widthsUpTo(drawn, picture)) : []
  if (!url || failed === url) return <NoPicture alt={alt} className={frame} />

  const image = (
    <img
      {...pin}
      ref={checkFailure}
      src={url}
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
      {picture?.placeholder && (
        <img src={picture.placeholder} alt="" aria-hidden="true" data-pin-nopin="true" className="frame-blur" />
      )}
      {picture ? (
        <picture>
          <source type="image/avif" srcSet={sourceSet(picture, widths)} sizes={sizes} />
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

/** In steps of ten percent, as classes: the content security policy allows no style of an element's own. */
function focusClass(picture: PictureData | null): string {
  if (!picture?.focus) return ''
  const step = (percent: number) => Math.round(percent / 10)
  return `fx-${step(picture.focus.x)} fy-${step(picture.focus.y)}`
}

function sourceSet(picture: PictureData, widths: number[]): string {
  return widths.map((width) => `${pictureUrl(picture, width, 'avif')} ${width}w`).join(', ')
}

/** A medium width, for crawlers and browsers without AVIF. */
function fallbackWidth({ widths, width }: PictureData): number {
  return widths.find((candidate) => candidate >= 800) ?? widths.at(-1) ?? width
}
