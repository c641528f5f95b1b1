import type { ReactNode } from 'react'
import { Link } from '../../lib/router.tsx'
import { ChevronLeft, ChevronRight } from '../../ui/icons.tsx'

type PaginationProps = {
  page: number
  pages: number
  hrefOf: (page: number) => string
  className?: string
}

const cell = 'inline-flex min-h-11 min-w-11 items-center justify-center rounded-full px-3 text-15 font-semibold'
const link = `${cell} text-ink hover:bg-cream hover:text-accent-darker transition-colors`

/** Page links of a list; renders nothing for a single page. */
export function Pagination({ page, pages, hrefOf, className = '' }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className={className}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <Step label="Previous page" href={page > 1 ? hrefOf(page - 1) : undefined}>
          <ChevronLeft className="size-5" />
        </Step>
        {shownPages(page, pages).map((shown, index) =>
          shown === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: a gap is identified by its position
            <li key={`gap-${index}`} aria-hidden="true" className="px-1 text-ink-faint">
              …
            </li>
          ) : (
            <li key={shown}>
              <Link
                href={hrefOf(shown)}
                aria-current={shown === page ? 'page' : undefined}
                className={shown === page ? `${cell} bg-accent text-ink` : link}
              >
                <span className="sr-only">Page </span>
                {shown}
              </Link>
            </li>
          ),
        )}
        <Step label="Next page" href={page < pages ? hrefOf(page + 1) : undefined}>
          <ChevronRight className="size-5" />
        </Step>
      </ul>
    </nav>
  )
}

function Step({ label, href, children }: { label: string; href: string | undefined; children: ReactNode }) {
  return (
    <li className={href ? undefined : 'invisible'} aria-hidden={href ? undefined : true}>
      {href ? (
        <Link href={href} className={link}>
          {children}
          <span className="sr-only">{label}</span>
        </Link>
      ) : (
        <span className={cell}>{children}</span>
      )}
    </li>
  )
}

/** The first, the last and the neighbours of the current page; undefined for a gap. */
function shownPages(page: number, pages: number): (number | undefined)[] {
  const shown = [...new Set([1, page - 1, page, page + 1, pages])].filter((n) => n >= 1 && n <= pages)
  return shown.flatMap((n, index) => {
    const before = shown[index - 1]
    if (before === undefined || n === before + 1) return [n]
    return n === before + 2 ? [before + 1, n] : [undefined, n]
  })
}
