/** The menus that are shown unless the owner has changed them. They have no schema, because every page imports them. */

export type MenuLink = { href: string; label: string }

/** The links of the header and the footer as pages draw them. */
export type MenuLinks = {
  header: MenuLink[]
  quickLinks: MenuLink[]
  legal: MenuLink[]
  showsCategories: boolean
  /** The header's entries need a row of their own. */
  isLong?: boolean | undefined
}

/** Those parts of the menus that differ from the default ones. */
export type ChangedMenuLinks = { [Part in keyof MenuLinks]?: MenuLinks[Part] | undefined }

/** Kinds of content that the footer links besides the menus while there is some, in its order. */
export const explored = ['ingredients', 'routines', 'newsletters'] as const
export type Explored = (typeof explored)[number]

export const defaultMenuLinks: MenuLinks = {
  header: [
    { href: '/', label: 'Home' },
    { href: '/blog', label: 'Blog' },
    { href: '/shop', label: 'Shop Products' },
    { href: '/about', label: 'About' },
    { href: '/contact', label: 'Contact' },
  ],
  quickLinks: [
    { href: '/', label: 'Home' },
    { href: '/blog', label: 'Blog' },
    { href: '/shop', label: 'Shop' },
    { href: '/about', label: 'About' },
    { href: '/contact', label: 'Contact' },
  ],
  legal: [
    { href: '/privacy-policy', label: 'Privacy Policy' },
    { href: '/affiliate-disclosure', label: 'Affiliate Disclosure' },
  ],
  showsCategories: true,
}
