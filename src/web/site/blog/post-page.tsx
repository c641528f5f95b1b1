import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { useQueries } from '../../environment.tsx'
import { categoryHref, postHref } from '../../hrefs.ts'
import { Link, useParams, useRouter } from '../../lib/router.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { useSite } from '../layout/use-site.tsx'
import { PinButton } from '../pin/pin-button.tsx'
import { Hashtags } from './hashtags.tsx'
import { PostContent } from './post-content.tsx'
import { PostDate } from './post-date.tsx'
import { PostHead, postImageUrl } from './post-head.tsx'
import { PostFailed, PostSkeleton } from './post-states.tsx'
import { RelatedArticles } from './related-articles.tsx'
import { ShareLinks } from './share-links.tsx'

/** One post. A missing post, or one that does not load, leads to the fallback screen. */
export function PostPage() {
  const { navigate } = useRouter()
  const { slug = '' } = useParams()
  const post = useQuery(useQueries().post(slug))

  // A post that failed to load again stays on the screen.
  const isMissing = !post.isPending && !post.data
  // Found by an earlier slug, the post has moved.
  const current = post.data?.slug ?? slug
  const elsewhere = isMissing ? '/not-found' : current !== slug ? postHref(current) : undefined
  useEffect(() => {
    if (elsewhere) navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])

  if (isMissing) return <PostFailed />
  return post.data ? <PostArticle post={post.data} /> : <PostSkeleton />
}

type PostArticleProps = {
  post: Post
  /** Without metadata for search engines and without click reports. */
  isPreview?: boolean
}

export function PostArticle({ post, isPreview = false }: PostArticleProps) {
  const site = useSite()
  const category = useQuery(useQueries().categories()).data?.find(({ id }) => id === post.categoryId)
  const url = absoluteUrl(site, postHref(post.slug))
  const pin = { url, media: postImageUrl(site, post), description: post.pinText || post.title }
  const hasCover = post.picture !== null || post.coverImage !== ''
  return (
    <>
      {!isPreview && <PostHead post={post} category={category} />}
      <article className="pb-16 md:pb-20">
        <Container className="pt-6 md:pt-8">
          <Breadcrumb
            crumbs={[{ label: 'Home', href: '/' }, { label: 'Blog', href: '/blog' }, { label: post.title }]}
          />
        </Container>
        <Container width="prose" className="pt-10 pb-10 text-center md:pt-14 md:pb-12">
          <p className="flex flex-wrap items-center justify-center gap-x-3 text-sm text-ink-soft">
            {category && (
              <>
                <Link
                  href={categoryHref(category.slug)}
                  className="inline-block py-1 font-semibold text-accent-deep underline-offset-4 hover:text-accent-darker hover:underline"
                >
                  {category.name}
                </Link>
                <span aria-hidden="true" className="text-accent">
                  ·
                </span>
              </>
            )}
            <PostDate post={post} />
          </p>
          <h1 dir="auto" className="mt-4 text-4xl md:text-5xl lg:text-[3.5rem]">
            {post.title}
          </h1>
          {post.excerpt && (
            <p
              dir="auto"
              className="mt-6 font-accent text-2xl leading-snug font-medium text-pretty text-ink-soft italic"
            >
              {post.excerpt}
            </p>
          )}
        </Container>
        {hasCover && (
          <Container width="wide">
            <div className="relative">
              <Picture
                picture={post.picture}
                src={post.coverImage}
                alt={post.imageAlt}
                sizes="(min-width: 1024px) 960px, 94vw"
                priority
                className="aspect-3/2 rounded-card md:aspect-video"
              />
              <PinButton pin={pin} className="absolute top-4 right-4" />
            </div>
          </Container>
        )}
        <Container width="prose" className="pt-10 md:pt-14">
          <PostContent html={post.content} postId={isPreview ? undefined : post.id} />
          <div className="mt-12 space-y-8 border-t border-line pt-8">
            <Hashtags keywords={post.keywords} />
            <ShareLinks title={post.title} url={url} pin={pin} />
          </div>
        </Container>
      </article>
      {post.categoryId !== null && <RelatedArticles categoryId={post.categoryId} exceptId={post.id} />}
    </>
  )
}
