import { PostDate } from '../layout/post-date.tsx'

/** The line below the title of an edited policy: when its text was last published. */
export function LastUpdated({ at }: { at: string }) {
  return (
    <p className="mt-4 text-ink-soft">
      Last updated: <PostDate post={{ publishedAt: at, createdAt: at }} />
    </p>
  )
}
