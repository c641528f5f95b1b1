import type { LucideIcon } from 'lucide-react'
import { Link } from '../../lib/router.tsx'

type View = { label: string; href: string; isCurrent: boolean; Icon: LucideIcon; count?: number }

/** Links that switch between the lists of one place. */
export function ViewLinks({ label: name, views }: { label: string; views: View[] }) {
  return (
    <nav aria-label={name} className="mb-4">
      <ul className="inline-flex rounded-lg border border-line bg-white p-0.5">
        {views.map(({ label, href, isCurrent, Icon, count = 0 }) => (
          <li key={label}>
            <Link
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="flex min-h-10 items-center gap-2 rounded-md px-4 text-sm font-semibold text-ink-soft hover:text-ink aria-[current]:bg-cream aria-[current]:text-accent-darker"
            >
              <Icon aria-hidden="true" className="size-4" />
              {label}
              {count > 0 && (
                <span className="rounded-full bg-ink-soft px-1.5 py-0.5 text-xs leading-none font-bold text-white">
                  {count > 999 ? '999+' : count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
