import type { PostSummary } from '../../../contract/content/posts.ts'
import { useSite } from './use-site.tsx'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Dates of the server-rendered page by timestamp, in the first requested time zone, which is the page's: creating an
 * `Intl.DateTimeFormat` is slow on phones.
 */
const written = new Map(
  typeof document === 'undefined' ? [] : [...document.querySelectorAll('time')].map((t) => [t.dateTime, t.textContent]),
)
let writtenIn: string | undefined

type PostDateProps = { post: Pick<PostSummary, 'publishedAt' | 'createdAt'>; className?: string }

/** When a post was published, else created, as `June 14, 2024` in the site's time zone. */
export function PostDate({ post, className }: PostDateProps) {
  return <FormattedDate iso={post.publishedAt ?? post.createdAt} className={className} />
}

export function FormattedDate({ iso, className }: { iso: string; className?: string }) {
  const { timeZone } = useSite()
  return (
    <time dateTime={iso} className={className}>
      {formatDate(iso, timeZone)}
    </time>
  )
}

function formatDate(iso: string, timeZone: string): string {
  writtenIn ??= timeZone
  const known = timeZone === writtenIn && written.get(iso)
  if (known) return known
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone })
    formats.set(timeZone, format)
  }
  const text = format.format(new Date(iso))
  // Bounded for the server, which renders dates in the site's time zone for as long as it runs.
  if (timeZone === writtenIn && written.size < 5000) written.set(iso, text)
  return text
}
