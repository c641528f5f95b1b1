import { useParams } from '../../lib/router.tsx'
import { ProductImport } from './import/product-import.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { ProductList } from './product-list.tsx'

/** The shop's products; a product that the address names is open over the list. */
export function ProductsTab() {
  const { id } = useParams()
  if (id === 'import') return <ProductImport />
  return (
    <>
      <ProductList />
      {id !== undefined && <ProductDialog key={id} id={id} />}
    </>
  )
}
