import { type ReactNode, useMemo } from 'react'
import type { SearchCards } from '../../data/page-data.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'
import { categoryHref, pageHref, searchTerm } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { fillPattern } from '../../lib/route-pattern.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import searchStyles from '../../styles/search.css?url'
import { Container } from '../../ui/container.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { PostGrid } from '../blog/post-grid.tsx'
import { Drop } from '../layout/drop.tsx'
import { Fragment } from '../layout/fragment.tsx'
import { Head } from '../layout/head.tsx'
import { LabelLine } from '../layout/label-line.tsx'
import { SearchForm } from '../layout/search-form.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { DisclosureLine } from '../shop/disclosure-line.tsx'
import { CompactProductCard, PriceDates } from '../shop/product-card.tsx'
import { markWords } from './mark-words.tsx'

export function SearchPage() {
  const { brand } = useSite()
  const { query } = useRouter()
  const term = searchTerm(query)
  const title = term ? `Search Results for "${term}"` : 'Search'
  const { data, isError, isPending } = usePageQuery(useQueries().search(term))
  const isEmpty =
    data?.posts.length === 0 && data.products.length === 0 && !data.pages && !data.ingredients && !data.routines

  return (
    <Container className="py-12 md:py-20">
      <link rel="stylesheet" href={searchStyles} precedence="blocks" />
      <Head
        title={`${title}${isEmpty ? ': 0 results' : ''} | ${brand}`}
        description={
          term ? `Articles and products about "${term}" at ${brand}.` : 'Search the articles and products of this site.'
        }
        path={term ? `/search?${new URLSearchParams({ q: term })}` : '/search'}
        robots="noindex, follow"
      />
      <header className="mx-auto max-w-text text-center">
        <h1 className="title-3 wrap-anywhere">{title}</h1>
        <div className="mt-8">
          <div className="mx-auto max-w-xl">
            <SearchForm label="Results" />
          </div>
        </div>
      </header>
      <div className="mt-12 md:mt-16">
        {term === '' && <Invitation>What would you like to read about? Try “sunscreen” or “dry skin”.</Invitation>}
        {term !== '' && isPending && (
          <p role="status" className="py-12 text-center dek">
            Searching...
          </p>
        )}
        {isError && (
          <StatusMessage tone="error" className="mb-8">
            {copy.searchFailed}
          </StatusMessage>
        )}
        {isEmpty && <NothingFound term={term} />}
        {data && !isEmpty && (
          <Fragment as="div" className="space-y-16 md:space-y-24" of={[data]} variant={term}>
            <Results term={term} results={data} />
          </Fragment>
        )}
      </div>
    </Container>
  )
}

function Results({ term, results }: { term: string; results: SearchCards }) {
  const { posts, products, pages, ingredients = [], routines = [], corrected = '' } = results
  const mark = useMemo(
    () => markWords([term, corrected, ...ingredients.flatMap(({ name, inci }) => [name, inci])]),
    [term, corrected, ingredients],
  )
  const others = (
    <>
      {ingredients.length > 0 && <References id="ingredients" title="Ingredients" items={ingredients} mark={mark} />}
      {routines.length > 0 && <References id="routines" title="Routines" items={routines} mark={mark} />}
      {pages && <Pages pages={pages} mark={mark} />}
    </>
  )
  return (
    <>
      {corrected && (
        <p className="text-center text-ink-soft">
          Showing results for{' '}
          <Link
            href={`/search?${new URLSearchParams({ q: corrected })}`}
            className="font-medium text-accent-deep underline underline-offset-4"
          >
            {corrected}
          </Link>
        </p>
      )}
      {posts.length > 0 && products.length > 0 ? (
        <div className="found">
          <Articles posts={posts.slice(0, FIRST_ARTICLES)} rhythm="pairs" mark={mark} />
          <Products products={products} columns="lg:grid-cols-1" mark={mark} />
          <div>
            {posts.length > FIRST_ARTICLES && (
              <section aria-labelledby="more-to-read">
                <h2 id="more-to-read" className="mb-8 heading lg:sr-only">
                  More to read
                </h2>
                <PostGrid posts={posts.slice(FIRST_ARTICLES)} rhythm="pairs" mark={mark} isFragment={false} />
              </section>
            )}
            {others}
          </div>
        </div>
      ) : (
        <>
          {posts.length > 0 && <Articles posts={posts} mark={mark} />}
          {products.length > 0 && <Products products={products} columns="lg:grid-cols-3" mark={mark} />}
          {others}
        </>
      )}
    </>
  )
}

type Mark = ReturnType<typeof markWords>

/** Articles before the products; the others follow these where the page has one column. */
const FIRST_ARTICLES = 6

function Articles({ posts, rhythm, mark }: { posts: SearchCards['posts']; rhythm?: 'pairs'; mark: Mark }) {
  return (
    <section aria-labelledby="articles">
      <h2 id="articles" className="heading mb-8">
        Articles
      </h2>
      <PostGrid posts={posts} priority rhythm={rhythm} mark={mark} isFragment={false} />
    </section>
  )
}

type ProductsProps = { products: SearchCards['products']; columns: string; mark: Mark }

function Products({ products, columns, mark }: ProductsProps) {
  return (
    <section aria-labelledby="products">
      <h2 id="products" className="heading">
        Products
      </h2>
      <div className="mt-2 mb-8">
        <DisclosureLine />
      </div>
      <ul className={`grid gap-4 sm:grid-cols-2 ${columns} lg:gap-6`}>
        {products.map((product) => (
          <li key={product.id}>
            <CompactProductCard product={product} placement="search" label="Buy now" mark={mark} />
          </li>
        ))}
      </ul>
      <PriceDates products={products} />
    </section>
  )
}

type Reference = { slug: string; name: string; inci?: string; summary: string }
type ReferencesProps = { id: 'ingredients' | 'routines'; title: string; items: Reference[]; mark: Mark }

function References({ id, title, items, mark }: ReferencesProps) {
  const written = useWritten()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="heading mb-8">
        {title}
      </h2>
      <ul className="grid gap-x-8 gap-y-6 md:grid-cols-2">
        {items.map(({ slug, name, inci, summary }) => (
          <li key={slug} className="border-t border-line pt-4">
            <h3 {...written} className="text-22 wrap-anywhere">
              <Link href={fillPattern(`/${id}/:slug`, { slug })} className="link-line">
                {mark(name)}
              </Link>
            </h3>
            {inci && <p className="text-15 text-ink-soft">{mark(inci)}</p>}
            <p {...written} className="mt-2 text-ink-soft">
              {mark(summary)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Pages({ pages, mark }: { pages: NonNullable<SearchCards['pages']>; mark: Mark }) {
  const written = useWritten()
  return (
    <section aria-labelledby="pages">
      <h2 id="pages" className="heading mb-8">
        Pages
      </h2>
      <ul className="grid gap-6 md:grid-cols-2">
        {pages.map(({ id, slug, title, description, kicker }) => (
          <li key={id} className="rounded-card border border-line bg-white p-6">
            <LabelLine words={kicker} />
            <h3 {...written} className="card-title wrap-anywhere">
              <Link href={pageHref(slug)} className="underline-offset-4 hover:text-accent-darker hover:underline">
                {mark(title)}
              </Link>
            </h3>
            <p {...written} className="mt-2 line-clamp-2 text-ink-soft">
              {mark(description)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NothingFound({ term }: { term: string }) {
  return (
    <Invitation>
      <span className="mb-2 block heading wrap-anywhere text-ink not-italic">
        No results found for "<bdi>{term}</bdi>"
      </span>
      Try a different search term or browse our categories
    </Invitation>
  )
}

/** A sentence and the categories, shown without a term and without results. */
function Invitation({ children }: { children: ReactNode }) {
  const { data: categories = [] } = usePageQuery(useQueries().categories())
  return (
    <div className="mx-auto max-w-text text-center">
      <Drop />
      <p className="dek">{children}</p>
      {categories.length > 0 && (
        <ul className="mt-8 flex flex-wrap justify-center gap-2 sm:gap-3">
          {categories.map((category) => (
            <li key={category.id}>
              <Link
                href={categoryHref(category.slug)}
                className="inline-flex min-h-11 items-center rounded-full border border-line bg-white px-5 text-15 font-medium text-ink-soft transition-colors hover:border-accent-deep hover:text-ink"
              >
                {category.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
