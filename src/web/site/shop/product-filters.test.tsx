// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, getByRole, queryByRole, waitFor } from '@testing-library/dom'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { FacetsData } from '../../data/shop.ts'
import { type Environment, EnvironmentContext } from '../../environment.tsx'
import { Router, useRouter } from '../../lib/router.tsx'
import { readShopQuery } from '../../shop-query.ts'
import { ProductFilters } from './product-filters.tsx'

const facets: FacetsData = {
  total: 3,
  brand: [['Fernway', 2]],
  skin: [['Dry', 3]],
  concern: [['Redness', 3]],
  ingredient: [],
  free: [
    ['Fragrance-free', 2],
    ['Vegan', 2],
  ],
  rating: [],
}
const read = vi.fn()
const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, initialData: facets } },
})
const chip = (label: string) => ({ name: new RegExp(`^Remove filter: ?${label}$`) })

function Filters() {
  return <ProductFilters shown={readShopQuery(useRouter().query)} />
}

beforeAll(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))

afterEach(() => document.body.replaceChildren())

test('filters that are removed while their products load stay removed', async () => {
  const loaded = Promise.withResolvers<void>()
  const href = '/shop?skin=dry&concern=redness&free=fragrance-free,vegan'
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  window.history.replaceState(null, '', href)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <EnvironmentContext value={{ queries: { read } } as unknown as Environment}>
          <Router href={href} load={() => loaded.promise} prefetch={() => undefined}>
            <Filters />
          </Router>
        </EnvironmentContext>
      </QueryClientProvider>,
    ),
  )
  for (const label of ['Skin type: Dry', 'Vegan', 'Fragrance-free'])
    await act(async () => void fireEvent.click(getByRole(document.body, 'link', chip(label))))
  expect(queryByRole(document.body, 'link', chip('Skin type: Dry'))).toBeNull()
  expect(getByRole<HTMLSelectElement>(document.body, 'combobox', { name: 'Skin type' }).value).toBe('')
  await act(async () => loaded.resolve())
  await waitFor(() => expect(window.location.search).toBe('?concern=redness'))
  await act(async () => root.unmount())
})
