import { Link } from '../../lib/router.tsx'
import { useWritten } from '../layout/use-written.ts'

/** The parts of a comma-separated text, without blanks and repeats. */
export function splitKeywords(keywords: string): string[] {
  return [...new Set(keywords.split(',').map((keyword) => keyword.trim()))].filter((keyword) => keyword !== '')
}

/** A post's keywords as chips; each searches the site for itself. */
export function Hashtags({ keywords }: { keywords: string }) {
  const { lang } = useWritten()
  const tags = splitKeywords(keywords)
  if (tags.length === 0) return null
  return (
    <ul aria-label="Keywords">
      {tags.map((tag) => (
        <li key={tag}>
          <Link href={`/search?q=${encodeURIComponent(tag)}`} className="chip" lang={lang}>
            {`#${tag}`}
          </Link>
        </li>
      ))}
    </ul>
  )
}
