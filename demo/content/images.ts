import { demoCategories } from './categories.ts'
import { demoPosts } from './posts.ts'
import { demoProducts } from './products.ts'
import { demoRoutines } from './routines.ts'

export type DemoImage = {
  /** Path of the file below `images/`, without its extension. */
  name: string
  alt: string
  /** Transparent around its subject, and a WebP therefore; the others are JPEGs. */
  isCutOut?: true
}

/** Path of the committed file below `images/`. */
export function demoImageFile({ name, isCutOut }: DemoImage): string {
  return `${name}.${isCutOut ? 'webp' : 'jpg'}`
}

export const demoImages: DemoImage[] = [
  { name: 'hero', alt: 'A serum, an open jar of cream, its lid and a rose smear', isCutOut: true },
  { name: 'about', alt: 'Two shelves with books, a pinned note, round glasses and the products that Nora uses' },
  { name: 'author', alt: 'Paper-cut portrait of Nora Ellery, with her hair pinned up and round glasses' },
  ...demoCategories.map(({ slug, imageAlt }) => ({ name: `category/${slug}`, alt: imageAlt })),
  ...demoPosts.map(({ slug, imageAlt }) => ({ name: `post/${slug}`, alt: imageAlt })),
  ...demoPosts.flatMap(({ slug, pictures }) =>
    pictures.map((alt, index) => ({ name: `article/${slug}-${index + 1}`, alt })),
  ),
  ...demoRoutines.map(({ slug, imageAlt }) => ({ name: `routine/${slug}`, alt: imageAlt })),
  ...demoProducts.map(({ slug, imageAlt }) => ({ name: `product/${slug}`, alt: imageAlt })),
  { name: 'texture/rose-clay-mask-wet', alt: 'A broad smear of wet rose clay, smooth and without a crack' },
  ...demoProducts
    .filter(({ hasTexture }) => hasTexture)
    .map(({ slug, name }) => ({ name: `texture/${slug}`, alt: `The texture of ${name}, spread on a plain ground` })),
]
