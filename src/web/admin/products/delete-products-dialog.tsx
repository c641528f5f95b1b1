import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'

type DeleteProductsDialogProps = {
  products: OwnerProduct[]
  onDelete: (products: OwnerProduct[]) => void
  onClose: () => void
}

export function DeleteProductsDialog({ products, onDelete, onClose }: DeleteProductsDialogProps) {
  const [first] = products
  const isOne = products.length === 1
  return (
    <ConfirmDialog
      isOpen={first !== undefined}
      title={isOne ? 'Delete this product?' : `Delete ${products.length} products?`}
      confirmLabel="Delete"
      onConfirm={() => onDelete(products)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {isOne ? <strong>{first?.name}</strong> : 'They'} will be gone from the shop, the search and every article. The
        clicks that were counted stay in the analytics.
      </p>
    </ConfirmDialog>
  )
}
