import { useQuery } from '@tanstack/react-query'
import { productSuggestionsQuery, useMergeProductConcerns } from '../../data/owner/products.ts'
import { MergeNames } from '../kit/merge-names.tsx'

/** A button that merges a concern of products into another one; absent with fewer than two. */
export function MergeConcerns() {
  const { data } = useQuery(productSuggestionsQuery())
  return (
    <MergeNames thing="concern" owners="products" names={data?.concerns ?? []} merge={useMergeProductConcerns()}>
      {(name) => (
        <>
          All products for <strong>{name}</strong> get the other one, and each keeps its earlier version. Addresses of
          the shop that filter by <strong>{name}</strong> find nothing then.
        </>
      )}
    </MergeNames>
  )
}
