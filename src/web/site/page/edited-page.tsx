import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BuiltInPage } from '../../../contract/content/built-in-pages.ts'
import type { Page } from '../../../contract/content/pages.ts'
import { useQueries } from '../../environment.tsx'
import { useSite } from '../layout/use-site.tsx'
import { PageArticle, PageSkeleton } from './page-article.tsx'

type EditedPageProps = {
  slug: BuiltInPage
  intro?: (page: Page) => ReactNode
  after?: ReactNode
  /** The text of the specification. */
  children: ReactNode
}

/** A built-in page: with the text of the owner if there is one. */
export function EditedPage({ slug, intro, after, children }: EditedPageProps) {
  const isEdited = useSite().editedPages?.includes(slug) ?? false
  return isEdited ? <OwnText {...{ slug, intro, after }}>{children}</OwnText> : children
}

/** The default text again where the owner has just removed hers. */
function OwnText({ slug, intro, after, children }: EditedPageProps) {
  const { data: page, isPending } = useQuery(useQueries().page(slug))
  if (isPending) return <PageSkeleton />
  return page ? <PageArticle page={page} intro={intro?.(page)} after={after} /> : children
}
