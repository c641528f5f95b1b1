import type { Site } from '../../../contract/accounts/site.ts'
import type { Picture } from '../../../contract/content/pictures.ts'
import { formErrors } from '../../../contract/platform/form-response.ts'
import { useFormResponse } from '../forms/form-response.ts'
import { absoluteUrl } from './absolute-url.ts'
import { useSite } from './use-site.tsx'

type HeadProps = {
  /** The whole title, including the brand. */
  title: string
  /** Tags for it are left out if it is empty. */
  description: string | undefined
  /** Path and query of the canonical URL. */
  path: string
  /** Absolute or site-relative URL; the share card of the site by default. */
  image?: string
  imageAlt?: string
  /** The picture of the library that the image is a variant of. */
  picture?: Picture | null | undefined
  type?: 'website' | 'article'
  /** Set to `noindex` on pages that must not appear in search results. */
  robots?: string
  /** ISO 8601. */
  publishedAt?: string
  modifiedAt?: string
  section?: string
  tags?: string[]
}

/** Title, description, canonical URL, Open Graph and Twitter tags of a page. */
export function Head({ title, description, path, robots, type = 'website', ...rest }: HeadProps) {
  const site = useSite()
  const url = absoluteUrl(site, path)
  const rejected = useFormResponse()
  const hasErrors = rejected && formErrors(rejected).length > 0
  const image = absoluteUrl(site, rest.image ?? '/share/site.png')
  return (
    <>
      <title>{hasErrors ? `Error: ${title}` : title}</title>
      {description && <meta name="description" content={description} />}
      {robots ? <meta name="robots" content={robots} /> : <link rel="canonical" href={url} />}
      <meta property="og:site_name" content={site.brand} />
      {import.meta.env.SSR && site.language && <meta property="og:locale" content={openGraphLocale(site.language)} />}
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:image" content={image} />
      {import.meta.env.SSR && <ImageSize image={image} picture={rest.picture} />}
      {rest.imageAlt && <meta property="og:image:alt" content={rest.imageAlt} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={image} />
      {type === 'article' && <ArticleTags {...rest} />}
    </>
  )
}

/** `de_DE`: with the territory where most readers of the language live. */
function openGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize()
  return `${language}_${region}`
}

/** A card shows its image at the first share only if the size is known. Readers of cards run no scripts. */
function ImageSize({ image, picture }: { image: string; picture: HeadProps['picture'] }) {
  const size = sharedImageSize(useSite(), image, picture)
  return (
    size && (
      <>
        <meta property="og:image:width" content={String(size.width)} />
        <meta property="og:image:height" content={String(size.height)} />
      </>
    )
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

type Size = { width: number; height: number }

/** The size of the image of a share card, in pixels; undefined for one of another site. */
function sharedImageSize(
  { origin }: Pick<Site, 'origin'>,
  url: string,
  picture: Picture | null | undefined,
): Size | undefined {
  if (picture) {
    const width = Number(/(\d+)\.jpg/.exec(url)?.[1] ?? picture.width)
    return { width, height: Math.max(1, Math.round((picture.height * width) / picture.width)) }
  }
  if (url.startsWith(`${origin}/share/routines/`)) return { width: 1000, height: 1500 }
  return url.startsWith(`${origin}/share/`) ? { width: 1200, height: 630 } : undefined
}
