import type { PostSummary } from '../../../contract/content/posts.ts'
import { type DateWords, formatDay } from '../../../contract/platform/format-day.ts'
import { useSite } from './use-site.tsx'
import { useWritten } from './use-written.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Dates of the server-rendered page by timestamp, in the first requested time zone and words, which are the page's: creating an
 * `Intl.DateTimeFormat` is slow on phones.
 */
const written = new Map(
  typeof document === 'undefined' ? [] : [...document.querySelectorAll('time')].map((t) => [t.dateTime, t.textContent]),
)
let writtenIn: string | undefined

type PostDateProps = { post: Pick<PostSummary, 'publishedAt' | 'createdAt'>; className?: string }

/** When a post was published, else created, as `June 14, 2024` or in the words of the site, in its time zone. */
export function PostDate({ post, className }: PostDateProps) {
  return <FormattedDate iso={post.publishedAt ?? post.createdAt} className={className} />
}

export function FormattedDate({ iso, className }: { iso: string; className?: string }) {
  const { timeZone, dates } = useSite()
  const { lang } = useWritten()
  return (
    <time dateTime={iso} lang={lang} className={className}>
      {formatDate(iso, timeZone, dates)}
    </time>
  )
}

function formatDate(iso: string, timeZone: string, dates: DateWords | undefined): string {
  const style = `${timeZone} ${dates ? dates.pattern + dates.months : ''}`
  writtenIn ??= style
  const known = style === writtenIn && written.get(iso)
  if (known) return known
  let format = formats.get(timeZone)
  if (!format) {
    // Sweden writes dates the ISO way.
    format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
    formats.set(timeZone, format)
  }
  const text = formatDay(format.format(new Date(iso)), dates)
  // Bounded for the server, which renders dates in the site's time zone for as long as it runs.
  if (style === writtenIn && written.size < 5000) written.set(iso, text)
  return text
}
