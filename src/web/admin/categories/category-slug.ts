/** The slug of a name: 'Sun & Sea Care' becomes 'sun-sea-care'. */
export function categorySlug(name: string): string {
  return (
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-')
      .slice(0, 80) ?? ''
  )
}
