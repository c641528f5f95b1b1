import { demoCategories } from './categories.ts'
import { demoPosts } from './posts.ts'
import { demoProducts } from './products.ts'

export type DemoImage = {
  /** Path of the file below `images/`, without its extension. */
  name: string
  alt: string
}

export const demoImages: DemoImage[] = [
  { name: 'hero', alt: 'Skincare bottles, a jar and leaves in soft morning light' },
  { name: 'about', alt: 'A desk by a window with a notebook, a cup and a few bottles' },
  ...demoCategories.map(({ slug, imageAlt }) => ({ name: `category/${slug}`, alt: imageAlt })),
  ...demoPosts.map(({ slug, imageAlt }) => ({ name: `post/${slug}`, alt: imageAlt })),
  ...demoProducts.map(({ slug, imageAlt }) => ({ name: `product/${slug}`, alt: imageAlt })),
]
