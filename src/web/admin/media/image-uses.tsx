import type { ImageUse } from '../../../contract/content/images.ts'
import { Link } from '../../lib/router.tsx'
import { hrefOf, placeLabel } from './image-labels.ts'

/** The uses of an image as links to the admin. */
export function ImageUses({ uses }: { uses: ImageUse[] }) {
  return (
    <ul className="space-y-1">
      {uses.map((use) => (
        <li key={`${use.imageId} ${use.kind} ${use.id} ${use.place}`} className="wrap-anywhere">
          <Link href={hrefOf(use)} className="font-semibold underline underline-offset-4">
            {use.title}
          </Link>{' '}
          <span className="text-ink-soft">{placeLabel(use)}</span>
        </li>
      ))}
    </ul>
  )
}
