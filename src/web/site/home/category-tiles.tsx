import type { CategoryTile } from '../../data/page-data.ts'
import type { PageQueryState } from '../../data/use-page-query.ts'
import { categoryHref } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { Link } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Fragment } from '../layout/fragment.tsx'
import { SectionHeading } from '../layout/section-heading.tsx'
import { useWritten } from '../layout/use-written.ts'
import { homeDefaults, useHome } from './use-home.ts'

const SKELETONS = 4
const arch = 'aspect-3/4 rounded-t-full rounded-b-card'

export function CategoryTiles({ categories }: { categories: PageQueryState<CategoryTile[]> }) {
  const { categoriesHeading } = useHome()
  if (categories.data?.length === 0) return null
  return (
    <section aria-labelledby="categories" className="border-t border-line py-14 md:py-20">
      <Container>
        <SectionHeading
          id="categories"
          title={categoriesHeading}
          isWritten={categoriesHeading !== homeDefaults.categoriesHeading}
          align="center"
        />
        {categories.isError && (
          <StatusMessage tone="error" className="mb-8">
            {copy.categoriesFailed}
          </StatusMessage>
        )}
        {categories.isPending && (
          <div role="status" className="arches">
            <span className="sr-only">Loading categories...</span>
            {Array.from({ length: SKELETONS }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are identical
              <div key={index}>
                <Skeleton className={`${arch} rounded-t-full!`} />
                <Skeleton className="mx-auto mt-5 h-5 w-24" />
              </div>
            ))}
          </div>
        )}
        {categories.data && (
          <Fragment as="ul" className="arches" of={[categories.data]}>
            <Tiles categories={categories.data} />
          </Fragment>
        )}
      </Container>
    </section>
  )
}

function Tiles({ categories }: { categories: CategoryTile[] }) {
  const written = useWritten()
  return categories.map(({ id, slug, name, picture, imageUrl }) => (
    <li key={id}>
      <Link href={categoryHref(slug)} className="group block text-center">
        <span className={`block overflow-hidden ${arch}`}>
          <Picture
            picture={picture}
            src={imageUrl}
            alt=""
            sizes="(min-width: 1440px) 209px, (min-width: 1024px) 15.5vw, (min-width: 640px) 30vw, 104px"
            drawn={209}
            className="size-full zoom group-hover:scale-105"
          />
        </span>
        <span {...written} className="mt-4 inline-block font-semibold">
          <span className="link-line">{name}</span>
        </span>
      </Link>
    </li>
  ))
}
