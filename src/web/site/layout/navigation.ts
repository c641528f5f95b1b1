/** The header's entries. */
export const navigation = [
  { href: '/', label: 'Home' },
  { href: '/blog', label: 'Blog' },
  { href: '/shop', label: 'Shop Products' },
  { href: '/about', label: 'About' },
  { href: '/contact', label: 'Contact' },
] as const

/** A page below an entry belongs to it: a post to the blog. */
export function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || (href !== '/' && pathname.startsWith(`${href}/`))
}
