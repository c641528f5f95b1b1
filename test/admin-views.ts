import { sectionHref, settingsPages } from '../src/web/admin/settings/settings-sections.ts'
import { areas, placeViews, tabHref, tabs } from '../src/web/admin/tabs.ts'

/** The addresses of all views of the admin that list or set something, from the declaration of its places. */
export const adminViews: readonly string[] = [
  ...[...tabs, ...areas].map(tabHref),
  ...placeViews.map(
    ({ of, id, query }) => `${tabHref({ name: of })}${id ? `/${id}` : ''}${query ? `?${query.join('=')}` : ''}`,
  ),
  ...['/admin/posts', '/admin/pages'].map((list) => `${list}?status=trash`),
  ...settingsPages.map(({ name }) => sectionHref(name)),
]
