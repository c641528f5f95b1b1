import { useParams } from '../../lib/router.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductList } from './product-list.tsx'

/** The shop's products; a product that the address names is open over the list. */
export function ProductsTab() {
  const { id } = useParams()
  return (
    <>
      <ProductList />
      {id !== undefined && <ProductDialog key={id} id={id} />}
    </>
  )
}
