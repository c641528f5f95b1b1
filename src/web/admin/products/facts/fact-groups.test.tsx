// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { findAllByText, fireEvent, queryAllByText } from '@testing-library/dom'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { productFacts } from '../../../../contract/shop/product-facts.ts'
import type { ProductInput } from '../../../../contract/shop/product-fields.ts'
import { Router } from '../../../lib/router.tsx'
import { type ProductFormValues, valuesOf } from '../products.ts'
import { FactGroups } from './fact-groups.tsx'

function Groups() {
  return <FactGroups form={useForm<ProductFormValues, unknown, ProductInput>({ defaultValues: valuesOf(undefined) })} />
}

test('every fact has a control in the form of a product', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ brands: [], concerns: [], ingredients: [] }))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <QueryClientProvider client={new QueryClient()}>
      <Router href="/admin/products/new" load={async () => undefined} prefetch={() => undefined}>
        <Groups />
      </Router>
    </QueryClientProvider>,
  )
  await findAllByText(document.body, 'Disclosure')
  await findAllByText(document.body, /^Search engines are asked to leave the page of this product out/)
  for (const group of document.querySelectorAll('details')) {
    group.open = true
    fireEvent(group, new Event('toggle'))
  }
  await findAllByText(document.body, productFacts.obtained.label)
  const labels = Object.values(productFacts).map(({ label }) => label)
  expect(labels.filter((label) => queryAllByText(document.body, label).length === 0)).toEqual([])
  root.unmount()
})
