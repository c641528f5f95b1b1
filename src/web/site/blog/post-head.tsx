import type { Post } from '../../../contract/posts.ts'
import type { Site } from '../../../contract/site.ts'
import type { CategoryName } from '../../data/cards.ts'
import { categoryHref, postHref } from '../../hrefs.ts'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useSite } from '../layout/use-site.tsx'
import { splitKeywords } from './hashtags.tsx'

type PostHeadProps = { post: Post; category: CategoryName | undefined }

/** Metadata of a post for search engines and social networks. */
export function PostHead({ post, category }: PostHeadProps) {
  const site = useSite()
  const path = postHref(post.slug)
  const image = postImageUrl(site, post)
  const publishedAt = post.publishedAt ?? post.createdAt
  const description = post.metaDescription || post.excerpt
  const tags = splitKeywords(post.keywords)
  return (
    <>
      <Head
        title={post.metaTitle || `${post.title} | ${site.brand}`}
        description={description}
        path={path}
        type="article"
        image={image}
        imageAlt={post.imageAlt}
        publishedAt={publishedAt}
        modifiedAt={post.updatedAt}
        section={category?.name}
        tags={tags}
      />
      <JsonLd
        data={{
          '@type': 'Article',
          headline: post.title,
          description,
          image: [image],
          datePublished: publishedAt,
          dateModified: post.updatedAt,
          articleSection: category?.name,
          keywords: tags.join(', ') || undefined,
          author: { '@type': 'Organization', name: site.brand, url: absoluteUrl(site, '/about') },
          publisher: {
            '@type': 'Organization',
            name: site.brand,
            url: absoluteUrl(site, '/'),
            logo: site.logoPicture ? sharedPictureUrl(site, site.logoPicture) : undefined,
          },
          mainEntityOfPage: absoluteUrl(site, path),
        }}
      />
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: [
            { name: 'Home', item: absoluteUrl(site, '/') },
            { name: 'Blog', item: absoluteUrl(site, '/blog') },
            ...(category ? [{ name: category.name, item: absoluteUrl(site, categoryHref(category.slug)) }] : []),
            { name: post.title, item: absoluteUrl(site, path) },
          ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
        }}
      />
    </>
  )
}

/** The image for previews of a post: its cover, or its generated share image. */
export function postImageUrl(site: Pick<Site, 'origin'>, post: Post): string {
  if (post.picture) return sharedPictureUrl(site, post.picture)
  return absoluteUrl(site, post.coverImage || `/share/${encodeURIComponent(post.slug)}.png`)
}
