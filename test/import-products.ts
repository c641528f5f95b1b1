import { expect } from 'vitest'
import type { ImportCounts, ImportDone, ImportPlan } from '../src/contract/shop/product-import.ts'
import type { OwnerProduct } from '../src/contract/shop/products.ts'
import type { TestApp } from './test-app.ts'

export type ImportFields = { columns?: (string | null)[]; decisions?: object; plan?: string; skipRefused?: string }

/** Sends a file to the import; `query` is `?dryRun=true` for a plan. */
export function sendImport(
  { asOwner }: TestApp,
  csv: string | Uint8Array,
  { columns, decisions, ...fields }: ImportFields = {},
  query = '',
  headers: Record<string, string> = {},
) {
  const body = new FormData()
  body.set('file', new File([csv as BlobPart], 'products.csv', { type: 'text/csv' }))
  if (columns) body.set('columns', JSON.stringify(columns))
  if (decisions) body.set('decisions', JSON.stringify(decisions))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return asOwner(`/api/products/import${query}`, { body, method: 'POST', headers })
}

export async function planOf(app: TestApp, csv: string | Uint8Array, fields: ImportFields = {}): Promise<ImportPlan> {
  const response = await sendImport(app, csv, fields, '?dryRun=true')
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as ImportPlan
}

/** Plans and imports a file, with the same decisions; the real run must count what the plan counted. */
export async function runImport(app: TestApp, csv: string, fields: ImportFields = {}): Promise<ImportCounts> {
  const { plan, counts } = await planOf(app, csv, fields)
  const response = await sendImport(app, csv, { ...fields, plan })
  expect(response.status, await response.clone().text()).toBe(200)
  const { importId, ...done } = (await response.json()) as ImportDone
  expect(done).toEqual(counts)
  expect(importId !== null).toBe(counts.create + counts.update > 0)
  return done
}

export async function allProducts({ asOwner }: TestApp): Promise<OwnerProduct[]> {
  return (await (await asOwner('/api/products?status=all')).json()) as OwnerProduct[]
}

export async function refusalOf(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { message: string }).message]
}
