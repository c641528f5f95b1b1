import { settingsPages } from './settings/settings-sections.ts'
import { findPlace, placeViews } from './tabs.ts'

type Address = { tab?: string | undefined; id?: string | undefined; query: URLSearchParams }

/**
 * The title of the document at an address of the admin: 'Products | Admin | {brand}'. `names` are those of what is open there,
 * the innermost first.
 */
export function pageTitle(address: Address, names: readonly string[], brand: string | undefined): string {
  return [...names, ...placeLabels(address), 'Admin', brand].filter(Boolean).join(' | ')
}

function placeLabels({ tab, id, query }: Address): string[] {
  const place = findPlace(tab)
  if (!place) return []
  const section = place.name === 'settings' ? settingsPages.find(({ name }) => name === id)?.label : undefined
  const views = placeViews
    .filter((view) => view.of === place.name)
    .filter((view) => (view.query ? query.get(view.query[0]) === view.query[1] : view.id === id))
    .map(({ label }) => label)
  const isTrash = query.get('status') === 'trash'
  return [...(isTrash ? ['Trash'] : []), ...(section ? [section] : []), ...views, place.label]
}
