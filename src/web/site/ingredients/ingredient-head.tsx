import type { IngredientPageData } from '../../data/ingredients.ts'
import { ingredientHref } from '../../hrefs.ts'
import { fillPattern } from '../../lib/route-pattern.ts'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useSite } from '../layout/use-site.tsx'

const DESCRIPTION_MAX = 160

/** Metadata of an ingredient for search engines and social networks. */
export function IngredientHead({ ingredient }: { ingredient: IngredientPageData }) {
  const site = useSite()
  const { name, inci, synonyms, slug } = ingredient
  const url = absoluteUrl(site, ingredientHref(slug))
  const list = absoluteUrl(site, '/ingredients')
  const description = describe(ingredient) || `${name} in skincare, in plain words.`
  const others = [...new Set([inci, ...synonyms].filter((other) => other && other !== name))]
  return (
    <>
      <Head
        title={`${name} | ${site.brand}`}
        description={description}
        path={ingredientHref(slug)}
        image={fillPattern('/share/ingredients/:slug.png', { slug })}
      />
      <JsonLd
        data={{
          '@type': 'DefinedTerm',
          '@id': url,
          name,
          alternateName: others,
          description,
          url,
          inDefinedTermSet: { '@type': 'DefinedTermSet', name: `Ingredients | ${site.brand}`, url: list },
        }}
      />
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: absoluteUrl(site, '/') },
            { '@type': 'ListItem', position: 2, name: 'Ingredients', item: list },
            { '@type': 'ListItem', position: 3, name, item: url },
          ],
        }}
      />
    </>
  )
}

/** The summary, or the beginning of what it does. */
function describe({ summary, whatItDoes }: IngredientPageData): string {
  const text = (summary || whatItDoes).replace(/\s+/g, ' ').trim()
  if (text.length <= DESCRIPTION_MAX) return text
  return `${text.slice(0, DESCRIPTION_MAX).replace(/\s+\S*$/, '')}…`
}
