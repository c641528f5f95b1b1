import type { ReactNode } from 'react'
import type { Page } from '../../../contract/content/pages.ts'
import { documentTitle } from '../../../contract/content/search-result.ts'
import { pageHref } from '../../hrefs.ts'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { titleStep } from '../../ui/title-step.ts'
import { PostContent } from '../blog/post-content.tsx'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { LabelLine } from '../layout/label-line.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'

type PageArticleProps = {
  page: Page
  /** Between the title and the text. */
  intro?: ReactNode
  /** Below the text. */
  after?: ReactNode
  /** Without metadata for search engines and without click reports. */
  isPreview?: boolean
}

/** A page of the owner: title, text, and a picture if there is one. */
export function PageArticle({ page, intro, after, isPreview = false }: PageArticleProps) {
  const written = useWritten()
  const hasCover = page.picture !== null || page.coverImage !== ''
  return (
    <article className="pb-16 md:pb-20">
      {!isPreview && <PageHead page={page} />}
      <Container className="pt-6 md:pt-8">
        <Breadcrumb
          crumbs={[
            { label: 'Home', href: '/' },
            { label: page.title, isWritten: true },
          ]}
        />
      </Container>
      <Container width="prose" className="pt-8 pb-8 md:pt-12 md:pb-10">
        <LabelLine words={page.kicker} />
        <h1 {...written} className={`wrap-anywhere ${titleStep(page.title)}`}>
          {page.title}
        </h1>
        {intro}
        {page.excerpt && (
          <p {...written} className="dek mt-6">
            {page.excerpt}
          </p>
        )}
      </Container>
      {hasCover && (
        <Container width="wide" className="pb-10">
          <Picture
            picture={page.picture}
            src={page.coverImage}
            alt={page.imageAlt}
            sizes="(min-width: 1152px) 1088px, (min-width: 640px) 94vw, 88vw"
            priority
            className="aspect-3/2 rounded-card md:aspect-video"
          />
        </Container>
      )}
      <Container width="prose">
        <PostContent html={page.content} postId={isPreview ? undefined : page.id} isPage />
        {after}
      </Container>
    </article>
  )
}

/** Metadata of a page for search engines and social networks. */
function PageHead({ page }: { page: Page }) {
  const site = useSite()
  const path = pageHref(page.slug)
  const url = absoluteUrl(site, path)
  const image = page.picture ? sharedPictureUrl(site, page.picture) : page.coverImage || undefined
  const description = page.description || site.description
  return (
    <>
      <Head
        title={documentTitle(page, site.brand)}
        description={description}
        path={path}
        image={image}
        picture={page.picture}
        imageAlt={image ? page.imageAlt : undefined}
      />
      <JsonLd
        data={{
          '@type': 'WebPage',
          name: page.title,
          inLanguage: site.language,
          description,
          url,
          image: image && absoluteUrl(site, image),
          datePublished: page.publishedAt,
          dateModified: page.updatedAt,
          isPartOf: { '@type': 'WebSite', name: site.brand, url: absoluteUrl(site, '/') },
        }}
      />
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: absoluteUrl(site, '/') },
            { '@type': 'ListItem', position: 2, name: page.title, item: url },
          ],
        }}
      />
    </>
  )
}

/** Placeholder of a page while it loads. */
export function PageSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading page...</span>
      <Container width="prose" className="space-y-4 pt-20 pb-20 md:pt-28">
        <Skeleton className="mb-10 h-12 w-2/3" />
        {['w-full', 'w-11/12', 'w-full', 'w-2/3'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a placeholder
          <Skeleton key={index} className={`h-4 ${width}`} />
        ))}
      </Container>
    </div>
  )
}
