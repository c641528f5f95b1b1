import { Link } from '../../lib/router.tsx'

/** The parts of a comma-separated text, without blanks and repeats. */
export function splitKeywords(keywords: string): string[] {
  return [...new Set(keywords.split(',').map((keyword) => keyword.trim()))].filter((keyword) => keyword !== '')
}

/** A post's keywords as chips; each searches the site for itself. */
export function Hashtags({ keywords }: { keywords: string }) {
  const tags = splitKeywords(keywords)
  if (tags.length === 0) return null
  return (
    <ul aria-label="Keywords" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Link
            href={`/search?q=${encodeURIComponent(tag)}`}
            className="inline-flex min-h-8 items-center rounded-full bg-cream px-3.5 py-1 text-sm text-ink-soft transition-colors hover:bg-sand hover:text-ink"
          >
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}
