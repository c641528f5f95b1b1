import {
  defaultMenuLinks,
  type Explored,
  type MenuLink,
  type MenuLinks,
} from '../../../contract/content/default-menus.ts'
import { useSite } from './use-site.tsx'
import { useWritten } from './use-written.ts'

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

/** The language of the label of a link in a menu, if it is another one than that of the page around it. */
export function useLabelLanguage(): (link: MenuLink) => string | undefined {
  const { lang } = useWritten()
  return lang ? (link) => (isDefault(link) ? undefined : lang) : () => undefined
}

const isDefault = ({ href, label }: MenuLink) =>
  [defaultMenuLinks.header, defaultMenuLinks.quickLinks, defaultMenuLinks.legal, ...Object.values(exploreLinks)].some(
    (links) => links.some((link) => link.href === href && link.label === label),
  )

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
