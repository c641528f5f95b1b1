import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SearchCards } from '../../data/page-data.ts'
import { useQueries } from '../../environment.tsx'
import { categoryHref, searchTerm } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { PostGrid } from '../blog/post-grid.tsx'
import { Head } from '../layout/head.tsx'
import { SearchForm } from '../layout/search-form.tsx'
import { useSite } from '../layout/use-site.tsx'
import { DisclosureLine } from '../shop/disclosure-line.tsx'
import { CompactProductCard } from '../shop/product-card.tsx'
import { indexableTerm } from './indexable-term.ts'

export function SearchPage() {
  const { brand } = useSite()
  const { query } = useRouter()
  const term = searchTerm(query)
  const title = term ? `Search Results for "${term}"` : 'Search'
  const { data, isError, isPending } = useQuery(useQueries().search(term))
  const isEmpty = data?.posts.length === 0 && data.products.length === 0
  const indexed = data && indexableTerm(term, data)

  return (
    <Container className="py-12 md:py-20">
      <Head
        title={`${title} | ${brand}`}
        description={
          term ? `Articles and products about "${term}" at ${brand}.` : 'Search the articles and products of this site.'
        }
        path={term ? `/search?${new URLSearchParams({ q: indexed ?? term })}` : '/search'}
        robots={indexed ? undefined : 'noindex, follow'}
      />
      <header className="mx-auto max-w-text text-center">
        <h1 className="text-3xl wrap-anywhere md:text-5xl">{title}</h1>
        <div className="mt-8">
          <SearchForm label="Results" className="mx-auto max-w-xl" />
        </div>
      </header>
      <div className="mt-12 md:mt-16">
        {term === '' && <Invitation>What would you like to read about? Try “sunscreen” or “dry skin”.</Invitation>}
        {term !== '' && isPending && (
          <p role="status" className="py-12 text-center font-accent text-2xl text-ink-soft italic">
            Searching...
          </p>
        )}
        {isError && (
          <StatusMessage tone="error" className="mb-8">
            {copy.searchFailed}
          </StatusMessage>
        )}
        {isEmpty && <NothingFound term={term} />}
        {data && !isEmpty && <Results results={data} />}
      </div>
    </Container>
  )
}

function Results({ results: { posts, products } }: { results: SearchCards }) {
  return (
    <div className="space-y-16 md:space-y-24">
      {posts.length > 0 && (
        <section aria-labelledby="articles">
          <h2 id="articles" className="mb-8 text-2xl md:text-3xl">
            Articles
          </h2>
          <PostGrid posts={posts} headingLevel={3} priority />
        </section>
      )}
      {products.length > 0 && (
        <section aria-labelledby="products">
          <h2 id="products" className="text-2xl md:text-3xl">
            Products
          </h2>
          <div className="mt-2 mb-8">
            <DisclosureLine />
          </div>
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-6">
            {products.map((product) => (
              <li key={product.id}>
                <CompactProductCard product={product} placement="search" label="Buy now" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function NothingFound({ term }: { term: string }) {
  return (
    <Invitation>
      <span className="mb-2 block font-display text-2xl wrap-anywhere text-ink not-italic">
        No results found for "<bdi>{term}</bdi>"
      </span>
      Try a different search term or browse our categories
    </Invitation>
  )
}

/** A sentence and the categories, shown without a term and without results. */
function Invitation({ children }: { children: ReactNode }) {
  const { data: categories = [] } = useQuery(useQueries().categories())
  return (
    <div className="mx-auto max-w-text text-center">
      <p className="font-accent text-xl text-ink-soft italic md:text-2xl">{children}</p>
      {categories.length > 0 && (
        <ul className="mt-8 flex flex-wrap justify-center gap-2 sm:gap-3">
          {categories.map((category) => (
            <li key={category.id}>
              <Link
                href={categoryHref(category.slug)}
                className="inline-flex min-h-11 items-center rounded-full border border-line bg-white px-5 text-sm font-medium text-ink-soft transition-colors hover:border-accent-deep hover:text-ink"
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
