import type { OwnerProduct, ProductOrder } from '../../../contract/products.ts'
import { submission } from '../../data/mutations.ts'
import { type ProductsAction, useChangeProducts, useReorderProducts } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { ownerCopy } from '../kit/owner-copy.ts'
import { sentenceOf } from '../kit/refusals.ts'
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
  const onError = (error: Error) => toast(ownerCopy.actionFailed(sentenceOf(error)))
  const run = (action: ProductsAction['action'], products: OwnerProduct[], onSuccess: () => void) =>
    change.mutate(submission({ action, ids: products.map((product) => product.id) }), { onSuccess, onError })

  return {
    activate: (products) => run('activate', products, () => toast(ownerCopy.productsActivated(products.length))),
    deactivate: (products) => run('deactivate', products, () => toast(ownerCopy.productsDeactivated(products.length))),
    remove: (products) =>
      run('delete', products, () =>
        undoToast(ownerCopy.productsDeleted(products.map((product) => product.name)), () =>
          run('restore', products, () => toast(ownerCopy.productsRestored)),
        ),
      ),
    move: (body) => order.mutate(submission({ body }), { onError }),
  }
}
