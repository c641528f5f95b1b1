import { demoImages } from '../content/images.ts'

/** Rows of the demo by slug. */
export type DemoIds = {
  products: ReadonlyMap<string, number>
  ingredients: ReadonlyMap<string, number>
  routines: ReadonlyMap<string, number>
}

/**
 * The HTML of an article as posts store it. In the files, blocks name products, ingredients and routines by slug
 * (`data-product="…"`, `data-products="…,…"`, `data-pick="…"`), and pictures by the number of the article's (`<img data-picture="1">`) or by the
 * name of an image of the demo (`<img data-image="about">`). Throws for an unknown one.
 */
export function toStoredHtml(
  html: string,
  {
    post,
    ids,
    urlOf,
  }: { post: { slug: string; pictures: readonly string[] }; ids: DemoIds; urlOf: (name: string) => string },
): string {
  const find = (kind: keyof DemoIds, slug: string) => {
    const id = ids[kind].get(slug)
    if (id === undefined) throw new Error(`The article ${post.slug} names the unknown ${slug} of ${kind}.`)
    return id
  }
  return html
    .replace(/ data-(product|ingredient|routine)="([\w-]+)"/g, (_, noun: string, slug: string) => {
      return ` data-${noun}-id="${find(`${noun as 'product' | 'ingredient' | 'routine'}s`, slug)}"`
    })
    .replace(/ data-pick="([\w-]+)"/g, (_, slug: string) => ` data-pick="${find('products', slug)}"`)
    .replace(/ data-products="([\w,-]+)"/g, (_, slugs: string) => {
      const list = slugs.split(',').map((slug) => find('products', slug))
      return ` data-product-ids="${list.join(',')}"`
    })
    .replace(/<img data-picture="([12])">/g, (_, number: string) => {
      const alt = post.pictures[Number(number) - 1]
      if (alt === undefined) throw new Error(`The article ${post.slug} has no picture ${number}.`)
      return `<img src="${urlOf(`article/${post.slug}-${number}`)}" alt="${alt}">`
    })
    .replace(/<img data-image="([\w/-]+)">/g, (_, name: string) => {
      const image = demoImages.find((each) => each.name === name)
      if (!image) throw new Error(`The text of ${post.slug} names the unknown image ${name}.`)
      return `<img src="${urlOf(name)}" alt="${image.alt}">`
    })
}

/** The products that stored HTML shows by itself; those of its routines are not among them. */
export function productsIn(content: string): Set<number> {
  const lists = [...content.matchAll(/ data-product-ids?="([\d,]+)"/g)].map(([, list = '']) => list.split(','))
  return new Set(lists.flat().map(Number))
}
