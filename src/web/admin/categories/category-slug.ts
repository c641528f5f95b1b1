/** The slug that a name makes: 'Sun & Sea Care' is at 'sun-sea-care'. */
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
