import { UsageError } from './usage-error.ts'

/** Imports a CSV file by the rules of the admin: without `--apply` it only says what it would do. */
export async function importFile([kind, ...args]: string[]): Promise<void> {
  if (kind === 'products') return (await import('./import-products.ts')).importProductFile(args)
  if (kind === 'subscribers') return (await import('./import-subscribers.ts')).importSubscriberFile(args)
  throw new UsageError(kind === undefined ? '' : `"${kind}" cannot be imported: there are products and subscribers.`)
}
