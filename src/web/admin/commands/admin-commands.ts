import { FilePlus2, Mail, Package, Send, Settings2, StickyNote, UserRound } from 'lucide-react'
import type { Found, FoundKind } from '../../../contract/app/find.ts'
import { ingredients } from '../ingredients/ingredients.ts'
import { capital } from '../kit/rows/catalogue.ts'
import { newsletterHref } from '../newsletters/newsletter-hrefs.ts'
import { pageKind } from '../pages/page-kind.ts'
import { postKind } from '../posts/post-kind.tsx'
import { products } from '../products/products.ts'
import { routines } from '../routines/routines.ts'
import { sectionHref, settingCommands, settingsPages } from '../settings/settings-sections.ts'
import { tabIcons } from '../tab-icons.ts'
import { areas, tabHref, tabs } from '../tabs.ts'
import { editorKinds } from '../text-editor.tsx'
import type { Command } from './command-search.tsx'

/** Every place of the dashboard: the tabs, what is reached from them, and the pages of the settings. */
export const placeCommands: Command[] = [
  ...tabs.map((tab) => ({ label: tab.label, href: tabHref(tab), icon: tabIcons[tab.name] })),
  ...areas.map((area) => ({ label: area.label, href: tabHref(area), icon: StickyNote })),
  ...settingsPages.map(({ name, label }) => ({ label, detail: 'Settings', href: sectionHref(name), icon: Settings2 })),
]

/** The same as the buttons 'New …' of the tabs. */
export const createCommands: Command[] = [
  ...Object.values(editorKinds).map(({ newLabel, newHref }) => ({ label: newLabel, href: newHref })),
  ...[products, ingredients, routines].map(({ one, path }) => ({ label: `New ${capital(one)}`, href: `${path}/new` })),
  { label: 'New Program', href: '/admin/programs/new' },
  { label: 'New Category', href: '/admin/categories/new' },
].map((command) => ({ ...command, words: 'create add write', icon: FilePlus2 }))

export const settingsCommands: Command[] = settingCommands.map((command) => ({ ...command, icon: Settings2 }))

type FoundPlace = { label: string; href: (id: number) => string; icon: Command['icon'] }

const foundPlaces: Record<FoundKind, FoundPlace> = {
  post: { label: 'Posts', href: postKind.editHref, icon: StickyNote },
  page: { label: 'Pages', href: pageKind.editHref, icon: StickyNote },
  product: { label: 'Products', href: (id) => `${products.path}/${id}`, icon: Package },
  ingredient: { label: 'Ingredients', href: (id) => `${ingredients.path}/${id}`, icon: Package },
  routine: { label: 'Routines', href: (id) => `${routines.path}/${id}`, icon: Package },
  newsletter: { label: 'Newsletters', href: newsletterHref, icon: Send },
  subscriber: { label: 'Subscribers', href: (id) => `/admin/subscribers/${id}`, icon: UserRound },
  message: { label: 'Messages', href: (id) => `/admin/contacts/${id}`, icon: Mail },
}

/** The results of the server, by kind. */
export function foundGroups(found: readonly Found[]): { label: string; commands: Command[] }[] {
  return Object.entries(foundPlaces).map(([kind, { label, href, icon }]) => ({
    label,
    commands: found
      .filter((each) => each.kind === kind)
      .map(({ id, title, detail }) => ({ label: title, detail, href: href(id), icon: icon! })),
  }))
}
