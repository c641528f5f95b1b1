import { useQuery } from '@tanstack/react-query'
import { Inbox, ShieldAlert } from 'lucide-react'
import { spamCountQuery } from '../../data/owner/replies.ts'
import { Link } from '../../lib/router.tsx'

/** The inbox and the spam folder. */
export function FolderLinks({ isSpam }: { isSpam: boolean }) {
  const { data: spam } = useQuery(spamCountQuery())
  const folders = [
    { label: 'Inbox', href: '/admin/contacts', isCurrent: !isSpam, Icon: Inbox, count: 0 },
    {
      label: 'Spam',
      href: '/admin/contacts?folder=spam',
      isCurrent: isSpam,
      Icon: ShieldAlert,
      count: spam?.count ?? 0,
    },
  ]
  return (
    <nav aria-label="Folders" className="mb-4">
      <ul className="inline-flex rounded-lg border border-line bg-white p-0.5">
        {folders.map(({ label, href, isCurrent, Icon, count }) => (
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
