import { cutSlug, toLatin } from '../editor/to-latin.ts'

/** The slug of a name: 'Sun & Sea Care' becomes 'sun-sea-care'. */
export function categorySlug(name: string): string {
  const slug =
    toLatin(name)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? ''
  return cutSlug(slug, 80)
}
