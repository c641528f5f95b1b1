import type { ArticleData, CategoryName } from '../../data/page-data.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'
import { categoryHref, postHref } from '../../hrefs.ts'
import { Link, useParams, useRedirect } from '../../lib/router.tsx'
import articleStyles from '../../styles/article.css?url'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { titleStep } from '../../ui/title-step.ts'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { LabelLine } from '../layout/label-line.tsx'
import { PostDate } from '../layout/post-date.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { pinAttributes } from '../pin/pin-attributes.ts'
import { PinButton } from '../pin/pin-button.tsx'
import { postPin, withLabel } from '../pin/post-pin.ts'
import { Byline } from './byline.tsx'
import { ContentsList } from './contents-list.tsx'
import { Hashtags } from './hashtags.tsx'
import { KeptPart } from './kept-part.tsx'
import { PostContent } from './post-content.tsx'
import { PostHead, postImageUrl } from './post-head.tsx'
import { PostFailed, PostSkeleton } from './post-states.tsx'
import { ShareLinks } from './share-links.tsx'

const loadEnding = async () => (await import('./post-ending.tsx')).PostEnding

/** One post. A missing post, or one that does not load, leads to the fallback screen. */
export function PostPage() {
  const { slug = '' } = useParams()
  const post = usePageQuery(useQueries().post(slug))

  // A post that failed to load again stays on the screen.
  const isMissing = !post.isPending && !post.data
  // Found by an earlier slug, the post has moved.
  const current = post.data?.slug ?? slug
  const elsewhere = isMissing ? '/not-found' : current !== slug ? postHref(current) : undefined
  useRedirect(elsewhere)

  if (isMissing) return <PostFailed />
  return post.data ? <PostArticle post={post.data} /> : <PostSkeleton />
}

type PostArticleProps = {
  post: ArticleData
  /** Without metadata for search engines and without click reports. */
  isPreview?: boolean
}

export function PostArticle({ post, isPreview = false }: PostArticleProps) {
  const site = useSite()
  const category = usePageQuery(useQueries().categories()).data?.find(({ id }) => id === post.categoryId)
  const url = absoluteUrl(site, postHref(post.slug))
  const pin = postPin(site, post, postImageUrl(site, post))
  const hasCover = post.picture !== null || post.coverImage !== ''
  return (
    <>
      {!isPreview && <PostHead post={post} category={category} />}
      <link rel="stylesheet" href={articleStyles} precedence="blocks" />
      <article className="article">
        <Container className="article-crumbs">
          <Breadcrumb
            crumbs={[
              { label: 'Home', href: '/' },
              { label: 'Blog', href: '/blog' },
              { label: post.title, isWritten: true },
            ]}
          />
        </Container>
        <ArticleHead post={post} category={category} />
        {hasCover && (
          <Container width="wide">
            <div className="article-cover">
              <Picture
                picture={post.picture}
                src={post.coverImage}
                alt={post.imageAlt}
                sizes="(min-width: 1152px) 1088px, (min-width: 640px) 94vw, 88vw"
                priority
                pin={pinAttributes(pin)}
                className="post-cover"
              />
              <PinButton pin={pin} />
            </div>
          </Container>
        )}
        <Container className="article-body">
          {post.contents && <ContentsList entries={post.contents} />}
          <div className="article-text">
            <PostContent html={post.content} postId={isPreview ? undefined : post.id} />
            <div className="article-foot">
              <Hashtags keywords={post.keywords} />
              <ShareLinks title={withLabel(post, post.title)} url={url} pin={pin} />
            </div>
          </div>
        </Container>
      </article>
      <KeptPart
        id={`ending-${post.id}`}
        name="postEnding"
        load={loadEnding}
        props={{ postId: post.id, categoryId: post.categoryId, isPreview }}
      />
    </>
  )
}

function ArticleHead({ post, category }: { post: ArticleData; category: CategoryName | undefined }) {
  const written = useWritten()
  return (
    <Container width="title" className="article-head">
      <LabelLine words={post.kicker} />
      <p className="article-line">
        {category && (
          <>
            <Link href={categoryHref(category.slug)} lang={written.lang}>
              {category.name}
            </Link>
            <span aria-hidden="true">·</span>
          </>
        )}
        <PostDate post={post} />
        {post.readingMinutes && (
          <>
            <span aria-hidden="true">·</span>
            <span>{`${post.readingMinutes} min read`}</span>
          </>
        )}
      </p>
      <h1 {...written} className={titleStep(post.title)}>
        {post.title}
      </h1>
      {post.excerpt && (
        <p {...written} className="dek">
          {post.excerpt}
        </p>
      )}
      <Byline post={post} />
    </Container>
  )
}
