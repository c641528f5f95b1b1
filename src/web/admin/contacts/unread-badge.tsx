import { useQuery } from '@tanstack/react-query'
import { unreadCountQuery } from '../../data/owner/contacts.ts'

/** The number of new messages, for the tab. */
export function UnreadBadge() {
  const { data } = useQuery(unreadCountQuery())
  if (!data || data.count === 0) return null
  return (
    <span className="rounded-full bg-accent-deep px-1.5 py-0.5 text-xs leading-none font-bold text-white">
      {data.count > 99 ? '99+' : data.count}
      <span className="sr-only"> new</span>
    </span>
  )
}
