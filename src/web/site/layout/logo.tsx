import { pictureUrl } from '../../../contract/content/picture-url.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import { Link } from '../../lib/router.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
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
      <BrandGlyph name="drop" className="logo-drop" />
      <span className="line-clamp-2 pr-0.5 pb-1 wordmark">{brand}</span>
    </>
  )
}
