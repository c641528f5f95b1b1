import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Drop } from '../layout/drop.tsx'
import { Head } from '../layout/head.tsx'
import { SearchForm } from '../layout/search-form.tsx'
import { useSite } from '../layout/use-site.tsx'

export function NotFoundPage() {
  const { brand } = useSite()
  return (
    <Container width="prose" className="py-20 text-center md:py-32">
      <Head
        title={`404 Page Not Found | ${brand}`}
        description="This page does not exist."
        path="/not-found"
        robots="noindex"
      />
      <Drop />
      <p className="kicker">Nothing here but dew</p>
      <h1 className="mt-3 title-2">404 Page Not Found</h1>
      <p className="mt-5 text-ink-soft">Did you forget to add the page to the router?</p>
      <div className="mx-auto mt-10 max-w-md">
        <SearchForm label="Find a page" />
      </div>
      <div className="mt-8 flex flex-wrap justify-center gap-4">
        <ButtonLink href="/">Back to Home</ButtonLink>
        <ButtonLink href="/blog" variant="secondary">
          Read the Blog
        </ButtonLink>
      </div>
    </Container>
  )
}
