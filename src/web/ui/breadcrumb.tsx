import { Link } from '../lib/router.tsx'

/** One breadcrumb item; the last is the current page and has no link. */
export type Crumb = { label: string; href?: string }

export function Breadcrumb({ crumbs, className = '' }: { crumbs: Crumb[]; className?: string }) {
  return (
    <nav aria-label="Breadcrumb" className={className}>
      <ol className="flex min-w-0 items-center gap-x-2 text-sm text-ink-soft">
        {crumbs.map(({ label, href }, index) => (
          <li key={label} className={`flex items-center gap-x-2 ${href ? 'shrink-0' : 'min-w-0'}`}>
            {index > 0 && (
              <span aria-hidden="true" className="text-accent">
                ›
              </span>
            )}
            {href ? (
              <Link href={href} className="inline-block py-1 underline-offset-4 hover:text-accent-deep hover:underline">
                {label}
              </Link>
            ) : (
              <span aria-current="page" dir="auto" className="truncate text-ink">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
