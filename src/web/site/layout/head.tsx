import { absoluteUrl } from './absolute-url.ts'
import { useSite } from './use-site.ts'

type HeadProps = {
  /** The whole title, with the brand where it belongs. */
  title: string
  description: string
  /** The page's own address, as search engines should know it: path with the query parameters that matter. */
  path: string
  /** Site-relative or absolute; without it the site's own card. */
  image?: string
  imageAlt?: string
  type?: 'website' | 'article'
  /** `noindex` for pages that are not for search engines. */
  robots?: string
  /** ISO 8601; for articles. */
  publishedAt?: string
  modifiedAt?: string
  section?: string
  tags?: string[]
}

/** What a page says about itself to search engines and social networks; React hoists it into the head. */
export function Head({ title, description, path, robots, type = 'website', ...rest }: HeadProps) {
  const site = useSite()
  const url = absoluteUrl(site, path)
  const image = absoluteUrl(site, rest.image ?? '/share/site.png')
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {robots ? <meta name="robots" content={robots} /> : <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={site.brand} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      {rest.imageAlt && <meta property="og:image:alt" content={rest.imageAlt} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      {type === 'article' && <ArticleTags {...rest} />}
    </>
  )
}

function ArticleTags({ publishedAt, modifiedAt, section, tags = [] }: Partial<HeadProps>) {
  return (
    <>
      {publishedAt && <meta property="article:published_time" content={publishedAt} />}
      {modifiedAt && <meta property="article:modified_time" content={modifiedAt} />}
      {section && <meta property="article:section" content={section} />}
      {tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
    </>
  )
}
