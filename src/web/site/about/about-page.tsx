import { useQuery } from '@tanstack/react-query'
import type { AboutSettings } from '../../data/page-data.ts'
import { useQueries } from '../../environment.tsx'
import { copy } from '../../lib/copy.ts'
import { paragraphsOf } from '../../lib/paragraphs.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { EditedPage } from '../page/edited-page.tsx'

export function AboutPage() {
  return (
    <EditedPage slug="about" after={<GetInTouch />}>
      <DefaultAbout />
    </EditedPage>
  )
}

/** The text and the picture of the settings. */
function DefaultAbout() {
  const written = useWritten()
  const site = useSite()
  const { data, isPending, isError } = useQuery(useQueries().about())
  const [lead, ...rest] = paragraphsOf(data?.aboutText ?? '')
  const picture = data?.aboutPicture ?? null
  const hasPicture = picture !== null
  const isEmpty = data !== undefined && lead === undefined
  return (
    <Container className="py-12 md:py-20">
      <Head
        title={`About Me | ${site.brand}`}
        description={summaryOf(lead) ?? site.description}
        path="/about"
        robots={isEmpty ? 'noindex' : undefined}
      />
      <div className={hasPicture ? 'grid gap-x-10 gap-y-10 md:grid-cols-[5fr_7fr] lg:gap-x-16' : 'mx-auto max-w-text'}>
        {hasPicture && <Portrait picture={picture} />}
        <div className="lg:py-8">
          <h1 className="title-1">About Me</h1>
          {isPending && <TextSkeleton />}
          {isError && (
            <StatusMessage tone="error" className="mt-6">
              {copy.aboutFailed}
            </StatusMessage>
          )}
          {isEmpty && <p className="mt-6 text-ink-soft">This page has no text yet.</p>}
          {lead && (
            <p {...written} className="dek mt-6 text-accent-darker md:text-28">
              {lead}
            </p>
          )}
          {rest.length > 0 && (
            <div className="mt-8 max-w-text space-y-5 text-18 leading-[1.75] text-ink-soft">
              {rest.map((paragraph) => (
                <p key={paragraph} {...written}>
                  {paragraph}
                </p>
              ))}
            </div>
          )}
          <GetInTouch />
        </div>
      </div>
    </Container>
  )
}

function Portrait({ picture }: { picture: NonNullable<AboutSettings['aboutPicture']> }) {
  return (
    <div>
      <div className="relative mx-auto max-w-md md:sticky md:top-28 md:max-w-none">
        <div
          aria-hidden="true"
          className="absolute -top-3 -left-3 size-2/3 rounded-card bg-sand lg:-top-6 lg:-left-6"
        />
        <Picture
          picture={picture}
          alt={picture.altText}
          sizes="(min-width: 1280px) 480px, (min-width: 768px) 38vw, (min-width: 480px) 448px, 92vw"
          className="aspect-4/5 rounded-card shadow-card"
          priority
        />
      </div>
    </div>
  )
}

function GetInTouch() {
  return (
    <div className="mt-10 border-t border-line pt-8">
      <ButtonLink href="/contact" size="large">
        Get In Touch
      </ButtonLink>
    </div>
  )
}

function TextSkeleton() {
  return (
    <div role="status" className="mt-8 space-y-4">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-8 w-4/5" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-2/3" />
    </div>
  )
}

/** The first paragraph as a meta description, cut at a word boundary. */
function summaryOf(text: string | undefined): string | undefined {
  if (!text || text.length <= 160) return text
  return `${text.slice(0, 157).replace(/\s+\S*$/, '')}…`
}
