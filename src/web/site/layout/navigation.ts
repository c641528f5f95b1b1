/** The header's entries. */
export const navigation = [
  { href: '/', label: 'Home' },
  { href: '/blog', label: 'Blog' },
  { href: '/shop', label: 'Shop Products' },
  { href: '/about', label: 'About' },
  { href: '/contact', label: 'Contact' },
] as const

/** True for the page of an entry and the pages below it, such as a post below the blog. */
export function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || (href !== '/' && pathname.startsWith(`${href}/`))
}
