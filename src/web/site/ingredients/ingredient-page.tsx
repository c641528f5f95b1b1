import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LinkedPartner } from '../../../contract/content/ingredients.ts'
import { type IngredientPageData, ingredientQuery } from '../../data/ingredients.ts'
import { useQueries } from '../../environment.tsx'
import { ingredientHref, postHref } from '../../hrefs.ts'
import { paragraphsOf } from '../../lib/paragraphs.ts'
import { Link, useParams, useRedirect } from '../../lib/router.tsx'
import styles from '../../styles/ingredients.css?url'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DisclosureNote } from '../layout/affiliate-disclosure.tsx'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { PostDate } from '../layout/post-date.tsx'
import { useWritten } from '../layout/use-written.ts'
import { ProductGrid } from '../shop/product-grid.tsx'
import { EvidenceBar, IngredientFigures } from './ingredient-figures.tsx'
import { IngredientHead } from './ingredient-head.tsx'

/** One ingredient. A missing one leads to the fallback screen. */
export function IngredientPage() {
  const { slug = '' } = useParams()
  const { data, isPending } = useQuery(ingredientQuery(useQueries().read, slug))
  const isMissing = !isPending && !data
  // Found by a former slug, the ingredient has moved.
  const elsewhere = isMissing ? '/not-found' : data && data.slug !== slug ? ingredientHref(data.slug) : undefined
  useRedirect(elsewhere)
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="blocks" />
      {data ? <IngredientArticle ingredient={data} /> : !isMissing && <IngredientSkeleton />}
    </>
  )
}

function IngredientArticle({ ingredient }: { ingredient: IngredientPageData }) {
  const written = useWritten()
  const { name, inci, synonyms, summary, texture, products, posts, sources } = ingredient
  const isOther = (other: string) => other !== '' && other.toLowerCase() !== name.toLowerCase()
  return (
    <Container className="pt-6 pb-16 md:pt-8 md:pb-24">
      <IngredientHead ingredient={ingredient} />
      <Breadcrumb
        crumbs={[
          { label: 'Home', href: '/' },
          { label: 'Ingredients', href: '/ingredients' },
          { label: name, isWritten: true },
        ]}
      />
      <article className="ingredient-page">
        <header>
          <div>
            <h1 {...written} className="text-36 md:text-48 lg:text-64">
              {name}
            </h1>
            {isOther(inci) && (
              <p className="ingredient-names">
                INCI: <bdi>{inci}</bdi>
              </p>
            )}
            {synonyms.length > 0 && (
              <p className="ingredient-names">
                Also called <bdi>{synonyms.join(', ')}</bdi>
              </p>
            )}
            {summary && (
              <p {...written} className="ingredients-dek">
                {summary}
              </p>
            )}
          </div>
          {texture && (
            <Picture
              picture={texture}
              alt={texture.altText}
              sizes="(min-width: 1440px) 560px, (min-width: 768px) 40vw, 92vw"
              drawn={320}
              priority
              className="ingredient-texture"
            />
          )}
        </header>
        <IngredientFigures ingredient={ingredient} />
        <div className="ingredient-facts">
          <Prose title="What it does" text={ingredient.whatItDoes} />
          <Prose title="How strong the evidence is" text={ingredient.evidence}>
            {ingredient.evidenceLevel && <EvidenceBar level={ingredient.evidenceLevel} />}
          </Prose>
          <Prose title="Typical strengths" text={ingredient.strengths} />
        </div>
        <div className="ingredient-pairs">
          <Partners title="Goes with" partners={ingredient.goesWith} />
          <Partners id="keep-apart" title="Keep apart" partners={ingredient.keepApart} />
        </div>
        <div className="ingredient-facts">
          <Prose title="Start slowly" text={ingredient.startSlowly} />
          <Prose title="Pregnancy" text={ingredient.pregnancyNote} />
        </div>
        {sources.length > 0 && <Sources sources={sources} />}
      </article>
      {products.length > 0 && (
        <section aria-labelledby="with-products" className="ingredient-more">
          <h2 id="with-products" className="heading">
            Products with it
          </h2>
          <DisclosureNote className="mb-8" />
          <ProductGrid products={products} placement="ingredient" sourceId={ingredient.id} headingLevel={3} />
        </section>
      )}
      {posts.length > 0 && <Articles posts={posts} />}
    </Container>
  )
}

function Sources({ sources }: Pick<IngredientPageData, 'sources'>) {
  const written = useWritten()
  return (
    <Section title="Sources" id="sources">
      <ol className="ingredient-sources">
        {sources.map(({ title, url }) => (
          <li key={title + url} {...written}>
            {url ? (
              <a href={url} rel="noopener nofollow">
                {title}
              </a>
            ) : (
              title
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

function Section({ title, id, children }: { title: string; id?: string | undefined; children: ReactNode }) {
  return (
    <section id={id}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Prose({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const written = useWritten()
  const paragraphs = paragraphsOf(text)
  if (paragraphs.length === 0 && !children) return null
  return (
    <Section title={title}>
      {children}
      {paragraphs.map((paragraph) => (
        <p key={paragraph} {...written}>
          {paragraph}
        </p>
      ))}
    </Section>
  )
}

function Partners({ title, id, partners }: { title: string; id?: string; partners: LinkedPartner[] }) {
  const written = useWritten()
  if (partners.length === 0) return null
  return (
    <Section title={title} id={id}>
      <ul className="ingredient-partners">
        {partners.map(({ name, note, slug }) => (
          <li key={name} {...written}>
            {slug ? <Link href={ingredientHref(slug)}>{name}</Link> : <strong>{name}</strong>}
            {note && `: ${note}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Articles({ posts }: Pick<IngredientPageData, 'posts'>) {
  const { lang } = useWritten()
  return (
    <section aria-labelledby="with-articles" className="ingredient-more">
      <h2 id="with-articles" className="heading">
        Articles that mention it
      </h2>
      <ul className="ingredient-articles">
        {posts.map((post) => (
          <li key={post.id}>
            <Link href={postHref(post.slug)} tabIndex={-1} aria-hidden="true">
              <Picture picture={post.picture} src={post.coverImage} alt="" sizes="144px" drawn={144} />
            </Link>
            <div>
              <h3>
                <Link href={postHref(post.slug)} className="link-line">
                  <bdi lang={lang}>{post.title}</bdi>
                </Link>
              </h3>
              <PostDate post={{ ...post, createdAt: post.publishedAt }} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function IngredientSkeleton() {
  return (
    <Container className="pt-6 pb-16 md:pt-8">
      <div role="status" className="space-y-6 pt-12">
        <span className="sr-only">Loading ingredient...</span>
        <Skeleton className="h-14 w-2/3" />
        <Skeleton className="h-6 w-1/3" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </Container>
  )
}
