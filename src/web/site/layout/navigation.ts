import { defaultMenuLinks, type MenuLinks } from '../../../contract/content/default-menus.ts'
import { useSite } from './use-site.tsx'

/** The links of the header and the footer. */
export function useMenus(): MenuLinks {
  return useSite().menus ?? defaultMenuLinks
}

/** True for the page of an entry and the pages below it, such as a post below the blog. */
function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || (href !== '/' && pathname.startsWith(`${href}/`))
}

/** The `aria-current` of an entry. */
export function ariaCurrent(href: string, pathname: string): 'page' | true | undefined {
  return pathname === href ? 'page' : isCurrent(href, pathname) || undefined
}
