import { Link } from '../../lib/router.tsx'
import { useWritten } from './use-written.ts'

/** One breadcrumb item; the last is the current page and has no link. */
export type Crumb = { label: string; href?: string /** Whether the owner wrote the label. */; isWritten?: boolean }

export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  const written = useWritten()
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumb">
        {crumbs.map(({ label, href, isWritten }) => (
          <li key={label}>
            {href ? (
              <Link href={href}>{label}</Link>
            ) : (
              <span aria-current="page" {...(isWritten && written)}>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
