import { useState } from 'react'
import type { ImportUndo, ProductImport } from '../../../../contract/shop/product-imports.ts'
import { submission } from '../../../data/mutations.ts'
import { useUndoProductImport } from '../../../data/owner/product-import.ts'
import { Link } from '../../../lib/router.tsx'
import { toast } from '../../../lib/toast.ts'
import { adminMessages } from '../../kit/admin-messages.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { messageOf } from '../../kit/server-errors.ts'
import { ToolButton } from '../../kit/tool-button.tsx'

type UndoProps = { item: Pick<ProductImport, 'id' | 'fileName'> }

/** A button that undoes an import after a confirmation. */
export function UndoProductImport({ item: { id, fileName } }: UndoProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error, reset } = useUndoProductImport()
  const close = () => {
    setIsOpen(false)
    reset()
  }
  const handleConfirm = () =>
    mutate(submission({ params: { id } }), {
      onSuccess: (undo) => {
        close()
        toast(adminMessages.productImportUndone(undoLabel(undo)))
      },
    })
  return (
    <>
      <ToolButton tone="danger" onClick={() => setIsOpen(true)}>
        Undo import<span className="sr-only"> of {fileName}</span>
      </ToolButton>
      <ConfirmDialog
        isOpen={isOpen}
        title="Undo this import?"
        confirmLabel="Undo import"
        isBusy={isPending}
        error={error && messageOf(error)}
        onConfirm={handleConfirm}
        onClose={close}
      >
        <p className="wrap-anywhere">
          Products that ‘{fileName}’ created go away, and those that it changed get their former values back. What you
          have changed since, and new products that a post or a routine shows, stay and are named.
        </p>
      </ConfirmDialog>
    </>
  )
}

/** '2 removed, 1 back to what it was, 1 kept.' */
export function undoLabel({ removed, restored, kept }: ImportUndo): string {
  const parts = [`${removed.toLocaleString('en-US')} removed`, `${restored.toLocaleString('en-US')} as before`]
  if (kept.length > 0) parts.push(`${kept.length.toLocaleString('en-US')} kept`)
  return `${parts.join(', ')}.`
}

const reasons = { changed: 'you changed it after the import', 'in-use': 'a post or a routine shows it' }
/** Products that are named at once. */
const NAMED = 20

/** The products that an undo kept, with the reason. */
export function KeptProducts({ kept }: Pick<ImportUndo, 'kept'>) {
  if (kept.length === 0) return null
  return (
    <ul aria-label="Kept products" className="mt-2 text-sm">
      {kept.slice(0, NAMED).map(({ id, name, reason }) => (
        <li key={id} className="py-0.5 wrap-anywhere">
          <Link href={`/admin/products/${id}`} dir="auto" className="underline underline-offset-4">
            {name}
          </Link>
          : {reasons[reason]}
        </li>
      ))}
      {kept.length > NAMED && <li>and {kept.length - NAMED} more</li>}
    </ul>
  )
}
