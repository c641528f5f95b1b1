import { useQuery } from '@tanstack/react-query'
import type { IngredientUses } from '../../../contract/content/ingredients.ts'
import { ingredientUsesQuery } from '../../data/owner/ingredients.ts'
import { Link } from '../../lib/router.tsx'

/** Titles of each kind that a list names. */
const NAMED_MAX = 10

/** 'Used by 2 products, mentioned in 1 post', with their names. */
export function IngredientUsesList({ id }: { id: number }) {
  const { data, isError } = useQuery(ingredientUsesQuery(id))
  if (isError) return <p className="text-sm text-ink-soft">Where it is used could not be loaded.</p>
  if (!data) return <p className="text-sm text-ink-soft">Looking for its uses…</p>
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-2 font-semibold">{usesText(data)}</summary>
      <UseList label="Products" uses={data.products} total={data.productTotal} path="/admin/products" />
      <UseList label="Posts" uses={data.posts} total={data.postTotal} path="/admin/posts" />
    </details>
  )
}

function usesText({ productTotal, postTotal }: Pick<IngredientUses, 'productTotal' | 'postTotal'>): string {
  const products = productTotal === 1 ? '1 product' : `${productTotal} products`
  const posts = postTotal === 1 ? '1 post' : `${postTotal} posts`
  return `Used by ${products}, mentioned in ${posts}`
}

type UseListProps = { label: string; uses: { id: number; title: string }[]; total: number; path: string }

function UseList({ label, uses, total, path }: UseListProps) {
  if (total === 0) return null
  const named = uses.slice(0, NAMED_MAX)
  return (
    <div className="mt-1 mb-2">
      <p className="text-ink-soft">{label}</p>
      <ul className="list-disc pl-5">
        {named.map(({ id, title }) => (
          <li key={id} dir="auto" className="wrap-anywhere">
            <Link href={`${path}/${id}`} className="underline underline-offset-4 hover:text-accent-darker">
              {title}
            </Link>
          </li>
        ))}
        {total > named.length && <li>and {total - named.length} more</li>}
      </ul>
    </div>
  )
}
