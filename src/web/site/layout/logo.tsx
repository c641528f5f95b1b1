import { pictureUrl } from '../../../contract/content/picture-url.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import { Link } from '../../lib/router.tsx'
import { useSite } from './use-site.tsx'

/** The drop symbol and the name of the site. */
export function Logo() {
  const { brand, logoPicture, darkLogoPicture } = useSite()
  return (
    <Link href="/" className="logo">
      {logoPicture ? (
        <PictureLogo picture={logoPicture} dark={darkLogoPicture} brand={brand} />
      ) : (
        <DropLogo brand={brand} />
      )}
    </Link>
  )
}

/** The uploaded logo, without the name, which most logos contain. */
function PictureLogo({ picture, dark, brand }: { picture: Picture; dark?: Picture | null | undefined; brand: string }) {
  const image = (
    <img
      src={smallUrl(picture)}
      alt={brand}
      width={picture.width}
      height={picture.height}
      className="h-10 w-auto max-w-48 object-contain"
    />
  )
  if (!dark) return image
  return (
    <picture>
      <source srcSet={smallUrl(dark)} media="screen and (prefers-color-scheme: dark)" />
      {image}
    </picture>
  )
}

function smallUrl({ key, width, widths }: Picture): string {
  return pictureUrl({ key }, widths.find((one) => one >= 320) ?? width, 'webp')
}

function DropLogo({ brand }: { brand: string }) {
  return (
    <>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M16 2.5c4.2 5.4 9.5 10.9 9.5 17.2a9.5 9.5 0 0 1-19 0C6.5 13.4 11.8 7.9 16 2.5Z" />
        <path d="M16 2.5c4.2 5.4 9.5 10.9 9.5 17.2 0 1.2-.2 2.3-.6 3.3-4.3 1.2-9.9-1.5-10.7-8.2-.5-4.3.6-8.6 1.8-12.3Z" />
        <path strokeWidth="1.6" strokeLinecap="round" d="M10.2 19.6c.1 2.7 1.7 4.9 4 5.8" />
      </svg>
      <span className="line-clamp-2 pr-0.5 pb-1 wordmark">{brand}</span>
    </>
  )
}
