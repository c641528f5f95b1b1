import type { ArticleData } from '../../data/page-data.ts'
import { Link } from '../../lib/router.tsx'
import { Picture } from '../../ui/picture.tsx'
import { FormattedDate } from '../layout/post-date.tsx'
import { useAuthor } from '../layout/use-author.ts'
import { useWritten } from '../layout/use-written.ts'

/** Who wrote the article, as far as the settings say it, and what its last revision changed. */
export function Byline({ post: { updateNote, updateNotedAt } }: { post: ArticleData }) {
  const written = useWritten()
  const author = useAuthor()
  return (
    <>
      {author && (
        <p className="byline">
          {author.picture && <Picture picture={author.picture} alt="" sizes="44px" drawn={44} />}
          <span>
            By <Link href="/about">{author.name}</Link>
          </span>
        </p>
      )}
      {updateNote && updateNotedAt && (
        <p {...written} className="update-note">
          Updated <FormattedDate iso={updateNotedAt} />: {updateNote}
        </p>
      )}
    </>
  )
}
