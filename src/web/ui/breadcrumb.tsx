import { Link } from '../lib/router.tsx'

/** One breadcrumb item; the last is the current page and has no link. */
export type Crumb = { label: string; href?: string }

export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="breadcrumb">
        {crumbs.map(({ label, href }) => (
          <li key={label}>
            {href ? (
              <Link href={href}>{label}</Link>
            ) : (
              <span aria-current="page" dir="auto">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
