import type { Site } from '../../../contract/accounts/site.ts'
import type { Post } from '../../../contract/content/posts.ts'
import type { CategoryName, SharedSettings } from '../../data/page-data.ts'
import { categoryHref, postHref } from '../../hrefs.ts'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { authorData } from '../layout/author-data.ts'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useAuthor } from '../layout/use-author.ts'
import { useSite } from '../layout/use-site.tsx'
import { blockData } from './block-data.ts'
import { splitKeywords } from './hashtags.tsx'

type PostHeadProps = { post: Post; category: CategoryName | undefined }

/** Metadata of a post for search engines and social networks. */
export function PostHead({ post, category }: PostHeadProps) {
  const site = useSite()
  const author = useAuthor()
  const path = postHref(post.slug)
  const image = postImageUrl(site, post)
  const publishedAt = post.publishedAt ?? post.createdAt
  const description = post.metaDescription || post.excerpt || post.opening
  const tags = splitKeywords(post.keywords)
  return (
    <>
      <Head
        title={post.metaTitle || `${post.title} | ${site.brand}`}
        description={description}
        path={path}
        type="article"
        image={image}
        picture={post.picture}
        imageAlt={post.imageAlt}
        publishedAt={publishedAt}
        modifiedAt={post.updatedAt}
        section={category?.name}
        tags={tags}
      />
      <JsonLd data={toThings(post, site, { category, author: authorData(site, author), description, image, tags })} />
    </>
  )
}

type Details = {
  category: CategoryName | undefined
  author: Record<string, unknown>
  description: string | undefined
  image: string
  tags: string[]
}

function toThings(post: Post, site: SharedSettings, { category, author, description, image, tags }: Details) {
  const url = absoluteUrl(site, postHref(post.slug))
  const steps = [
    { name: 'Home', item: absoluteUrl(site, '/') },
    { name: 'Blog', item: absoluteUrl(site, '/blog') },
    ...(category ? [{ name: category.name, item: absoluteUrl(site, categoryHref(category.slug)) }] : []),
    { name: post.title, item: url },
  ]
  return [
    {
      '@type': 'Article',
      headline: post.title,
      description,
      image: [image],
      datePublished: post.publishedAt ?? post.createdAt,
      dateModified: post.updatedAt,
      articleSection: category?.name,
      keywords: tags.join(', '),
      author,
      publisher: {
        '@type': 'Organization',
        name: site.brand,
        url: absoluteUrl(site, '/'),
        logo: site.logoPicture ? sharedPictureUrl(site, site.logoPicture) : '',
      },
      mainEntityOfPage: url,
    },
    post.questions && {
      '@type': 'FAQPage',
      mainEntity: post.questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
    ...blockData(post, site, author),
    {
      '@type': 'BreadcrumbList',
      itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
    },
  ]
}

/** The image for previews of a post: its cover, or its generated share image. */
export function postImageUrl(site: Pick<Site, 'origin'>, post: Post): string {
  if (post.picture) return sharedPictureUrl(site, post.picture)
  return absoluteUrl(site, post.coverImage || `/share/${encodeURIComponent(post.slug)}.png`)
}
