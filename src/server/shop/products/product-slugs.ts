import { PRODUCT_SLUG_MAX } from '../../../contract/shop/product-fields.ts'

/** A name as a slug without a number; empty for one of punctuation alone. */
function toProductSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{Ll}\p{Lo}\p{Lm}\p{N}]+/gu)
  return cut(words?.join('-') ?? '', PRODUCT_SLUG_MAX)
}

/** A slug for a name that is not taken yet, and is from now on; a number makes it unique. */
export function takeFreeSlug(name: string, taken: Set<string>): string {
  const base = toProductSlug(name) || 'product'
  let slug = base
  for (let number = 2; taken.has(slug); number += 1) {
    const ending = `-${number}`
    slug = `${cut(base, PRODUCT_SLUG_MAX - ending.length)}${ending}`
  }
  taken.add(slug)
  return slug
}

/** Returns the common start of all slugs of a name, numbered or not. */
export function slugStart(name: string): string {
  return cut(toProductSlug(name) || 'product', PRODUCT_SLUG_MAX - 10)
}

/** Without half a character and without a hyphen at the end. */
function cut(slug: string, length: number): string {
  return slug
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/-+$/, '')
}
