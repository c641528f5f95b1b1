import type { ImageUse } from '../../../contract/images.ts'
import { Link } from '../../lib/router.tsx'

/** Where an image stands, each with the way to change it. */
export function ImageUses({ uses }: { uses: ImageUse[] }) {
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5">
      {uses.map((use) => (
        <li key={`${use.kind} ${use.id} ${use.place}`}>
          <Link href={hrefOf(use)} className="underline underline-offset-4">
            {kinds[use.kind]}
            {use.title && ` “${use.title}”`}
          </Link>{' '}
          ({use.place})
        </li>
      ))}
    </ul>
  )
}

const kinds: Record<ImageUse['kind'], string> = {
  post: 'Post',
  product: 'Product',
  category: 'Category',
  settings: 'Settings',
  author: 'Author',
}

function hrefOf({ kind, id }: ImageUse): string {
  if (kind === 'post') return `/admin/posts/${id}`
  if (kind === 'product') return `/admin/products/${id}`
  return kind === 'category' ? '/admin/categories' : '/admin/settings'
}
