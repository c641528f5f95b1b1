import { demoCategories } from './categories.ts'
import { demoPosts } from './posts.ts'
import { demoProducts } from './products.ts'
import { demoRoutines } from './routines.ts'

export type DemoImage = {
  /** Path of the file below `images/`, without its extension. */
  name: string
  alt: string
}

export const demoImages: DemoImage[] = [
  { name: 'hero', alt: 'A serum, an open jar of cream and a smear of it on a pale ground' },
  { name: 'about', alt: 'A hand writing notes on a clipboard, with glasses, a cup of coffee and a small bottle' },
  { name: 'author', alt: 'Line and wash portrait of Nora Ellery, with her hair pinned up and round glasses' },
  ...demoCategories.map(({ slug, imageAlt }) => ({ name: `category/${slug}`, alt: imageAlt })),
  ...demoPosts.map(({ slug, imageAlt }) => ({ name: `post/${slug}`, alt: imageAlt })),
  ...demoPosts.flatMap(({ slug, pictures }) =>
    pictures.map((alt, index) => ({ name: `article/${slug}-${index + 1}`, alt })),
  ),
  ...demoRoutines.map(({ slug, imageAlt }) => ({ name: `routine/${slug}`, alt: imageAlt })),
  ...demoProducts.map(({ slug, imageAlt }) => ({ name: `product/${slug}`, alt: imageAlt })),
  ...demoProducts
    .filter(({ hasTexture }) => hasTexture)
    .map(({ slug, name }) => ({ name: `texture/${slug}`, alt: `The texture of ${name}, spread on a plain ground` })),
]
