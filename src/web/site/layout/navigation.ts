import {
  defaultMenuLinks,
  type Explored,
  type MenuLink,
  type MenuLinks,
} from '../../../contract/content/default-menus.ts'
import { useSite } from './use-site.tsx'

/** The links of the header and the footer. */
export function useMenus(): MenuLinks {
  const { menus } = useSite()
  return menus ? { ...defaultMenuLinks, ...menus } : defaultMenuLinks
}

const exploreLinks: Record<Explored, MenuLink[]> = {
  ingredients: [{ href: '/ingredients', label: 'Ingredients' }],
  routines: [
    { href: '/routines', label: 'Routines' },
    { href: '/routines/build', label: 'Build your routine' },
  ],
  newsletters: [
    { href: '/letters', label: 'Past newsletters' },
    { href: '/newsletter', label: 'Newsletter' },
  ],
}

/** Links to content that no menu of the footer names. */
export function useExploreLinks(): MenuLink[] {
  const { explore = [] } = useSite()
  const { quickLinks } = useMenus()
  const isNamed = ({ href }: MenuLink) => quickLinks.some((link) => link.href === href)
  return explore.flatMap((kind) => exploreLinks[kind]).filter((link) => !isNamed(link))
}

/** True for the page of an entry and the pages below it, such as a post below the blog. */
function isCurrent(href: string, pathname: string): boolean {
  return pathname === href || (href !== '/' && pathname.startsWith(`${href}/`))
}

/** The `aria-current` of an entry. */
export function ariaCurrent(href: string, pathname: string): 'page' | true | undefined {
  return pathname === href ? 'page' : isCurrent(href, pathname) || undefined
}
