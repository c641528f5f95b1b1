import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Drop } from '../layout/drop.tsx'
import { useSite } from '../layout/use-site.tsx'

/** Rendered without data and sent without scripts, for every URL that cannot be rendered while the database is away. */
export function UnavailablePage() {
  const { brand } = useSite()
  return (
    <Container width="prose" className="py-20 text-center md:py-32">
      <title>{`Back in a moment | ${brand}`}</title>
      <meta name="description" content="This page cannot be shown right now." />
      <meta name="robots" content="noindex" />
      <Drop />
      <p className="kicker">A short rest</p>
      <h1 className="mt-3 title-2">Back in a moment</h1>
      <p className="mt-5 text-ink-soft">This page cannot be shown right now. Please try again in a minute.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-4">
        {/* The URL that was requested. */}
        <ButtonLink href="">Try again</ButtonLink>
        <ButtonLink href="/" variant="secondary">
          Back to Home
        </ButtonLink>
      </div>
    </Container>
  )
}
