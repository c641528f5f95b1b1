import * as z from 'zod/mini'
import { json, publicRead } from '../platform/endpoint.ts'
import { Slug } from '../platform/paths.ts'
import { Product } from '../shop/products.ts'
import { Picture } from './pictures.ts'

/** `slug` is null where no page tells about it. */
const KeyIngredient = z.object({ name: z.string(), slug: z.nullable(z.string()) })
const ProductPicture = z.object({ url: z.string(), alt: z.string(), picture: z.nullable(Picture) })
const Mention = z.object({ slug: z.string(), title: z.string() })

/** A product with what stands around it on its page. */
export const ProductPage = z.extend(Product, {
  /** True where the page says only what every shop says; search engines are told to leave it out. */
  isThin: z.optional(z.literal(true)),
  /** The pictures after the first one. */
  morePictures: z.array(ProductPicture),
  ingredients: z.array(KeyIngredient),
  /** Published posts that show it, newest first. */
  posts: z.array(Mention),
  /** Active routines with it. */
  routines: z.array(Mention),
  /** Active products of the same category or for the same concerns, most alike first. */
  alternatives: z.array(Product),
})
export type ProductPage = z.infer<typeof ProductPage>

export const findProductPage = publicRead('/product-pages/:slug', {
  summary: 'An active product as its page shows it. A former slug finds it too; its `slug` is then another',
  params: { slug: Slug },
  notFound: 'Product not found',
  dependsOn: ['products', 'images', 'posts', 'ingredients', 'routines'],
  cacheable: true,
  responses: { 200: json('The product', ProductPage) },
})
