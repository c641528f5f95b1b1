import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { IngredientPost, LinkedPartner } from '../../../contract/content/ingredients.ts'
import { type IngredientPageData, ingredientQuery } from '../../data/ingredients.ts'
import { useQueries } from '../../environment.tsx'
import { ingredientHref, postHref } from '../../hrefs.ts'
import { paragraphsOf } from '../../lib/paragraphs.ts'
import { Link, useParams, useRedirect } from '../../lib/router.tsx'
import styles from '../../styles/ingredients.css?url'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Container } from '../../ui/container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DisclosureNote } from '../layout/affiliate-disclosure.tsx'
import { PostDate } from '../layout/post-date.tsx'
import { ProductGrid } from '../shop/product-grid.tsx'
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
  const { name, inci, synonyms, summary, products, posts, sources } = ingredient
  const isOther = (other: string) => other !== '' && other.toLowerCase() !== name.toLowerCase()
  return (
    <Container className="pt-6 pb-16 md:pt-8 md:pb-24">
      <IngredientHead ingredient={ingredient} />
      <Breadcrumb
        crumbs={[{ label: 'Home', href: '/' }, { label: 'Ingredients', href: '/ingredients' }, { label: name }]}
      />
      <article className="ingredient-page">
        <header>
          <h1 dir="auto" className="text-36 md:text-48 lg:text-64">
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
            <p dir="auto" className="ingredients-dek">
              {summary}
            </p>
          )}
        </header>
        <Prose title="What it does" text={ingredient.whatItDoes} />
        <Prose title="How strong the evidence is" text={ingredient.evidence} />
        <Prose title="Typical strengths" text={ingredient.strengths} />
        <Partners title="Goes with" partners={ingredient.goesWith} />
        <Partners title="Keep apart" partners={ingredient.keepApart} />
        <Prose title="Start slowly" text={ingredient.startSlowly} />
        <Prose title="Pregnancy" text={ingredient.pregnancyNote} />
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
  return (
    <Section title="Sources">
      <ol className="ingredient-sources">
        {sources.map(({ title, url }) => (
          <li key={title + url} dir="auto">
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

function Prose({ title, text }: { title: string; text: string }) {
  const paragraphs = paragraphsOf(text)
  if (paragraphs.length === 0) return null
  return (
    <Section title={title}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} dir="auto">
          {paragraph}
        </p>
      ))}
    </Section>
  )
}

function Partners({ title, partners }: { title: string; partners: LinkedPartner[] }) {
  if (partners.length === 0) return null
  return (
    <Section title={title}>
      <ul className="ingredient-partners">
        {partners.map(({ name, note, slug }) => (
          <li key={name} dir="auto">
            {slug ? <Link href={ingredientHref(slug)}>{name}</Link> : <strong>{name}</strong>}
            {note && `: ${note}`}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Articles({ posts }: { posts: IngredientPost[] }) {
  return (
    <section aria-labelledby="with-articles" className="ingredient-more">
      <h2 id="with-articles" className="heading">
        Articles that mention it
      </h2>
      <ul className="ingredient-articles">
        {posts.map((post) => (
          <li key={post.id}>
            <h3>
              <Link href={postHref(post.slug)}>
                <bdi>{post.title}</bdi>
              </Link>
            </h3>
            {post.excerpt && <p dir="auto">{post.excerpt}</p>}
            <PostDate post={{ ...post, createdAt: post.publishedAt }} />
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
