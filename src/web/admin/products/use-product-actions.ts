import type { OwnerProduct, ProductOrder } from '../../../contract/shop/products.ts'
import { submission } from '../../data/mutations.ts'
import { type ProductsAction, useChangeProducts, useReorderProducts } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { messageOf } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'

export type ProductActions = {
  activate: (products: OwnerProduct[]) => void
  deactivate: (products: OwnerProduct[]) => void
  remove: (products: OwnerProduct[]) => void
  move: (order: ProductOrder) => void
}

/** What is done to products from their list. Each says how it went; what can be undone offers that. */
export function useProductActions(): ProductActions {
  const change = useChangeProducts()
  const order = useReorderProducts()
  const onError = (error: Error) => toast(adminMessages.actionFailed(messageOf(error)))
  const run = (action: ProductsAction['action'], products: OwnerProduct[], onSuccess: () => void) =>
    change.mutate(submission({ action, ids: products.map((product) => product.id) }), { onSuccess, onError })

  return {
    activate: (products) => run('activate', products, () => toast(adminMessages.productsActivated(products.length))),
    deactivate: (products) =>
      run('deactivate', products, () => toast(adminMessages.productsDeactivated(products.length))),
    remove: (products) =>
      run('delete', products, () =>
        undoToast(adminMessages.productsDeleted(products.map((product) => product.name)), () =>
          run('restore', products, () => toast(adminMessages.productsRestored)),
        ),
      ),
    move: (body) => order.mutate(submission({ body }), { onError }),
  }
}
