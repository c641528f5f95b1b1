import type { ProductPageData } from '../../data/shop.ts'
import { productHref } from '../../hrefs.ts'
import { Picture } from '../../ui/picture.tsx'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { useSite } from '../layout/use-site.tsx'
import { pinAttributes } from '../pin/pin-attributes.ts'

export function ProductPictures({ product }: { product: ProductPageData }) {
  const site = useSite()
  const url = absoluteUrl(site, productHref(product.slug))
  const media = product.picture ? sharedPictureUrl(site, product.picture) : absoluteUrl(site, product.imageUrl)
  return (
    <div className="product-pictures">
      <Picture
        picture={product.picture}
        src={product.imageUrl}
        alt={product.imageAlt}
        sizes="(min-width: 1280px) 560px, (min-width: 768px) 46vw, 92vw"
        priority
        pin={pinAttributes({ url, media, description: product.name })}
        className="aspect-4/5 rounded-card"
      />
      {product.morePictures.length > 0 && (
        <ul>
          {product.morePictures.map(({ url, alt, picture }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture may stand there twice
            <li key={index}>
              <Picture
                picture={picture}
                src={url}
                alt={alt}
                sizes="(min-width: 1280px) 272px, (min-width: 768px) 23vw, 45vw"
                className="aspect-4/5 rounded-card"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
