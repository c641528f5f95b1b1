import { isExportKind } from '../server/app/site-import/export-kinds.ts'
import { UsageError } from './usage-error.ts'

/** Imports a CSV file by the rules of the admin, which without `--apply` it only checks, or the export of another site. */
export async function importFile([kind, ...args]: string[]): Promise<void> {
  if (kind === 'products') return (await import('./import-products.ts')).importProductFile(args)
  if (kind === 'subscribers') return (await import('./import-subscribers.ts')).importSubscriberFile(args)
  if (kind === 'archive') return (await import('./import-archive.ts')).importArchiveFile(args)
  if (isExportKind(kind)) return (await import('./import-site.ts')).importSite(kind, args)
  throw new UsageError(
    kind === undefined
      ? ''
      : `"${kind}" cannot be imported: there are products, subscribers, archive, wordpress, ghost, substack and markdown.`,
  )
}
