import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { IngredientSummary } from '../../../contract/content/ingredients.ts'
import { ingredientsQuery } from '../../data/ingredients.ts'
import { useQueries } from '../../environment.tsx'
import { ingredientHref, searchTerm } from '../../hrefs.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import styles from '../../styles/ingredients.css?url'
import { Container } from '../../ui/container.tsx'
import { Search } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { Drop } from '../layout/drop.tsx'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { groupByLetter, matchesTerm } from './ingredient-index.ts'

/** All ingredients from A to Z, or those that a term finds. */
export function IngredientsPage() {
  const { query } = useRouter()
  const { data, isError } = useQuery(ingredientsQuery(useQueries().read))
  const term = searchTerm(query)
  const found = data?.filter((ingredient) => matchesTerm(ingredient, term))
  return (
    <Container className="pt-6 pb-16 md:pt-8 md:pb-24">
      <link rel="stylesheet" href={styles} precedence="blocks" />
      <IngredientsHead ingredients={data ?? []} term={term} />
      <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, { label: 'Ingredients' }]} />
      <header className="ingredients-header">
        <h1 className="text-36 md:text-48 lg:text-64">Ingredients</h1>
        <p className="ingredients-dek">What is in the bottle, in plain words.</p>
        {(data && data.length > 0) || term ? <IngredientSearch term={term} /> : null}
      </header>
      {isError && <StatusMessage tone="error">The ingredients could not be loaded.</StatusMessage>}
      {!data && !isError && <IndexSkeleton />}
      {data && found && (
        <>
          {data.length === 0 && (
            <div className="ingredients-empty py-16 text-center">
              <Drop />
              <p>No ingredients have been written about yet.</p>
            </div>
          )}
          {term !== '' && data.length > 0 && <Found count={found.length} term={term} />}
          <IngredientIndex ingredients={found} />
        </>
      )}
    </Container>
  )
}

/** Without JavaScript a plain GET form. */
function IngredientSearch({ term }: { term: string }) {
  const { navigate } = useRouter()
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q')).trim()
    navigate(q ? `/ingredients?q=${encodeURIComponent(q)}` : '/ingredients')
  }
  return (
    <search aria-label="Ingredients" className="ingredients-search">
      <form action="/ingredients" method="get" onSubmit={search} className="relative">
        <input
          key={term}
          type="search"
          dir="auto"
          name="q"
          defaultValue={term}
          placeholder="Name, INCI name or synonym"
          aria-label="Search ingredients"
          autoComplete="off"
          maxLength={200}
          enterKeyHint="search"
          className="search-input"
        />
        <button type="submit" className="search-button">
          <Search className="size-4.5" />
          <span className="sr-only">Search ingredients</span>
        </button>
      </form>
    </search>
  )
}

function Found({ count, term }: { count: number; term: string }) {
  const text = count === 0 ? 'No ingredient' : count === 1 ? '1 ingredient' : `${count} ingredients`
  return (
    <p role="status" className="ingredients-found">
      {text} found for “<bdi>{term}</bdi>”. <Link href="/ingredients">All ingredients</Link>
    </p>
  )
}

function IngredientIndex({ ingredients }: { ingredients: IngredientSummary[] }) {
  const groups = groupByLetter(ingredients)
  return (
    <>
      {groups.length > 3 && (
        <nav aria-label="Letters" className="ingredients-letters">
          <ul>
            {groups.map(({ letter, id }) => (
              <li key={letter}>
                <a href={`#${id}`}>{letter}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="ingredients-groups">
        {groups.map(({ letter, id, items }) => (
          <section key={letter} aria-labelledby={id} className="ingredients-group">
            <h2 id={id}>{letter}</h2>
            <ul>
              {items.map((ingredient) => (
                <IndexEntry key={ingredient.id} ingredient={ingredient} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

function IndexEntry({ ingredient: { slug, name, inci, summary } }: { ingredient: IngredientSummary }) {
  const written = useWritten()
  return (
    <li>
      <h3>
        <Link href={ingredientHref(slug)}>
          <bdi lang={written.lang}>{name}</bdi>
        </Link>
      </h3>
      {inci && inci.toLowerCase() !== name.toLowerCase() && (
        <p dir="auto" className="ingredients-inci">
          {inci}
        </p>
      )}
      {summary && <p {...written}>{summary}</p>}
    </li>
  )
}

function IndexSkeleton() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading ingredients...</span>
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  )
}

function IngredientsHead({ ingredients, term }: { ingredients: IngredientSummary[]; term: string }) {
  const site = useSite()
  return (
    <>
      <Head
        title={`Ingredients | ${site.brand}`}
        description={`Skincare ingredients from A to Z on ${site.brand}: what they do, what they go with and what to keep apart.`}
        path="/ingredients"
        robots={term !== '' || ingredients.length === 0 ? 'noindex' : undefined}
      />
      {ingredients.length > 0 && term === '' && (
        <JsonLd
          data={{
            '@type': 'DefinedTermSet',
            name: `Ingredients | ${site.brand}`,
            url: absoluteUrl(site, '/ingredients'),
            hasDefinedTerm: ingredients.map(({ name, slug }) => ({
              '@type': 'DefinedTerm',
              name,
              url: absoluteUrl(site, ingredientHref(slug)),
              inDefinedTermSet: absoluteUrl(site, '/ingredients'),
            })),
          }}
        />
      )}
    </>
  )
}
