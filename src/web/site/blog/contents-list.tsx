import type { ContentsEntry } from '../../../contract/content/posts.ts'
import { useWritten } from '../layout/use-written.ts'

/** The sections of an article: in the margin of wide screens, where the style sheet opens it, else a disclosure. */
export function ContentsList({ entries }: { entries: ContentsEntry[] }) {
  const { lang } = useWritten()
  return (
    <nav aria-label="Contents" className="contents-list">
      <details>
        <summary>Contents</summary>
        <ol lang={lang}>
          {entries.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`}>{text}</a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  )
}
