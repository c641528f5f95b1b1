import { useState } from 'react'
import type { OwnerProduct } from '../../../contract/shop/products.ts'
import { useParams, useRouter } from '../../lib/router.tsx'
import { PAGE_SIZE } from '../kit/use-list-state.ts'
import { ProductImport } from './import/product-import.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductList } from './product-list.tsx'

/** The shop's products; a product that the address names is open over the list. */
export function ProductsTab() {
  const { id } = useParams()
  const { navigate } = useRouter()
  const [createdId, setCreatedId] = useState<number>()
  /** Opens the page of the shop's order that a new product is on. */
  const showCreated = (product: OwnerProduct) => {
    setCreatedId(product.id)
    const page = Math.ceil(product.position / PAGE_SIZE)
    navigate(page > 1 ? `/admin/products?page=${page}` : '/admin/products', { stay: true })
  }
  if (id === 'import') return <ProductImport />
  return (
    <>
      <ProductList highlightedId={createdId} />
      {id !== undefined && <ProductDialog key={id} id={id} onCreated={showCreated} />}
    </>
  )
}
