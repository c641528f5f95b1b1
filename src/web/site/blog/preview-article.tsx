import type { PostPreview } from '../../../contract/content/posts.ts'
import { PageArticle } from '../page/page-article.tsx'
import { PostArticle } from './post-page.tsx'

/** A post or a page as its own page will show it. */
export function PreviewArticle({ post }: { post: PostPreview }) {
  if (post.kind !== 'page') return <PostArticle post={post} isPreview />
  const page = { ...post, description: '', publishedAt: post.publishedAt ?? post.updatedAt }
  return <PageArticle page={page} isPreview />
}
