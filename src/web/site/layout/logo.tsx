import { pictureUrl } from '../../../contract/picture-url.ts'
import type { Picture } from '../../../contract/pictures.ts'
import { Link } from '../../lib/router.tsx'
import { useSite } from './use-site.tsx'

/** The drop symbol and the name of the site. */
export function Logo({ className = '' }: { className?: string }) {
  const { brand, logoPicture } = useSite()
  return (
    <Link href="/" className={`inline-flex items-center gap-2.5 text-ink ${className}`}>
      {logoPicture ? <PictureLogo picture={logoPicture} brand={brand} /> : <DropLogo brand={brand} />}
    </Link>
  )
}

/** The uploaded logo, without the name, which most logos contain. */
function PictureLogo({ picture, brand }: { picture: Picture; brand: string }) {
  const { key, width, height, widths } = picture
  const small = widths.find((one) => one >= 320) ?? width
  return (
    <img
      src={pictureUrl({ key }, small, 'webp')}
      alt={brand}
      width={width}
      height={height}
      className="h-10 w-auto max-w-48 object-contain"
    />
  )
}

function DropLogo({ brand }: { brand: string }) {
  return (
    <>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className="size-8 shrink-0">
        <path
          className="fill-accent"
          d="M16 2.5c4.2 5.4 9.5 10.9 9.5 17.2a9.5 9.5 0 0 1-19 0C6.5 13.4 11.8 7.9 16 2.5Z"
        />
        <path
          className="fill-sand"
          d="M16 2.5c4.2 5.4 9.5 10.9 9.5 17.2 0 1.2-.2 2.3-.6 3.3-4.3 1.2-9.9-1.5-10.7-8.2-.5-4.3.6-8.6 1.8-12.3Z"
        />
        <path
          className="fill-none stroke-white"
          strokeWidth="1.6"
          strokeLinecap="round"
          d="M10.2 19.6c.1 2.7 1.7 4.9 4 5.8"
        />
      </svg>
      <span className="line-clamp-2 font-display text-2xl leading-none font-medium tracking-tight">{brand}</span>
    </>
  )
}
