import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import { useWritten } from '../layout/use-written.ts'

/** Says whom the product suits, its pros and its cons; omits what the owner has not entered. */
export function ProductOpinion({ facts: { forWhom, notForWhom, pros, cons } }: { facts: ProductFacts }) {
  if (!forWhom && !notForWhom && pros.length + cons.length === 0) return null
  return (
    <div className="product-opinion">
      {forWhom && <Words title="For whom">{[forWhom]}</Words>}
      {notForWhom && <Words title="Not for whom">{[notForWhom]}</Words>}
      {pros.length > 0 && (
        <Words title="Pros" isList>
          {pros}
        </Words>
      )}
      {cons.length > 0 && (
        <Words title="Cons" isList>
          {cons}
        </Words>
      )}
    </div>
  )
}

function Words({ title, isList = false, children }: { title: string; isList?: boolean; children: string[] }) {
  const written = useWritten()
  return (
    <section>
      <h2>{title}</h2>
      {isList ? (
        <ul>
          {children.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal
            <li key={index} {...written}>
              {each}
            </li>
          ))}
        </ul>
      ) : (
        <p {...written}>{children[0]}</p>
      )}
    </section>
  )
}
