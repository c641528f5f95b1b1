import { useQuery } from '@tanstack/react-query'
import { IMPORT_UNDO_DAYS, type ProductImport } from '../../../../contract/shop/product-imports.ts'
import { productImportsQuery } from '../../../data/owner/product-import.ts'
import { Panel } from '../../kit/panel.tsx'
import { useDates } from '../../kit/use-dates.ts'
import { KeptProducts, UndoProductImport, undoLabel } from './undo-product-import.tsx'

/** The imports that can be undone, newest first, with what their undo did. */
export function RecentImports() {
  const { data = [] } = useQuery(productImportsQuery())
  if (data.length === 0) return null
  return (
    <Panel
      title="Recent imports"
      description={`Each can be undone as a whole for ${IMPORT_UNDO_DAYS} days.`}
      className="mt-5"
    >
      <ul className="divide-y divide-line">
        {data.map((item) => (
          <ImportItem key={item.id} item={item} />
        ))}
      </ul>
    </Panel>
  )
}

function ImportItem({ item }: { item: ProductImport }) {
  const { day } = useDates()
  const { fileName, importedAt, created, updated, undo } = item
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {fileName}
        </p>
        <p className="text-sm text-ink-soft">
          <time dateTime={importedAt}>{day(importedAt)}</time>: {created.toLocaleString('en-US')} created,{' '}
          {updated.toLocaleString('en-US')} updated.{undo && ` Undone: ${undoLabel(undo)}`}
        </p>
        {undo && <KeptProducts kept={undo.kept} />}
      </div>
      {!undo && <UndoProductImport item={item} />}
    </li>
  )
}
