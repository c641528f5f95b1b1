import type { ReactNode } from 'react'
import type { RoutineDetails } from '../../../contract/content/routines.ts'
import { postHref } from '../../hrefs.ts'
import { Link } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { Picture } from '../../ui/picture.tsx'
import { absoluteUrl } from '../layout/absolute-url.ts'
import { Breadcrumb } from '../layout/breadcrumb.tsx'
import { useSite } from '../layout/use-site.tsx'
import { useWritten } from '../layout/use-written.ts'
import { PinButton } from '../pin/pin-button.tsx'
import { PinLink } from '../pin/pin-link.tsx'
import { DisclosureLine } from '../shop/disclosure-line.tsx'
import { describeAudience } from './describe-audience.ts'
import { PrintButton } from './print-button.tsx'
import { routineHref, routinePinUrl } from './routine-hrefs.ts'
import { RoutineSteps, totalInWords } from './routine-steps.tsx'
import { RoutineStyle } from './routine-style.tsx'

/** A routine; `head` is what search engines read, absent in a preview. */
export function RoutineView({ routine, head }: { routine: RoutineDetails; head?: ReactNode }) {
  const site = useSite()
  const { name, summary, steps, totals, posts, slug } = routine
  const pin = {
    url: absoluteUrl(site, routineHref(slug)),
    media: absoluteUrl(site, routinePinUrl(slug)),
    description: labelsOf(steps) + (summary ? `${name}: ${summary}` : name),
  }
  return (
    <article className="routine-page">
      <RoutineStyle />
      {head}
      <Container className="routine-crumbs">
        <Breadcrumb
          crumbs={[
            { label: 'Home', href: '/' },
            { label: 'Routines', href: '/routines' },
            { label: name, isWritten: true },
          ]}
        />
      </Container>
      <Container className="routine-sheet">
        <RoutineHeader routine={routine} pin={pin} />
        {steps.length > 0 ? (
          <RoutineSteps steps={steps} routineId={routine.id} />
        ) : (
          <p className="routine-empty">The steps are on their way.</p>
        )}
        {totals.length > 0 && (
          <p className="routine-total">
            All products together: <strong>{totalInWords(routine)}</strong>
          </p>
        )}
        <div className="routine-actions">
          <PrintButton>Print this routine</PrintButton>
          <PinLink pin={pin} className="button-quiet">
            Save to Pinterest<span className="sr-only"> (opens in a new window)</span>
          </PinLink>
          <Link href="/routines/build" className="button-quiet">
            Build one for your skin
          </Link>
        </div>
        <p className="routine-address">{pin.url.replace(/^https?:\/\//, '')}</p>
        {posts.length > 0 && <Posts posts={posts} />}
      </Container>
    </article>
  )
}

/** 'Gift from the brand: Oat cream. ', where the products of a pin were not all paid for. */
function labelsOf(steps: RoutineDetails['steps']): string {
  const labels = steps.map(({ product }) => product?.obtainedLabel && `${product.obtainedLabel}: ${product.name}. `)
  return [...new Set(labels)].filter(Boolean).join('')
}

type Pin = { url: string; media: string; description: string }

function RoutineHeader({ routine, pin }: { routine: RoutineDetails; pin: Pin }) {
  const written = useWritten()
  const { name, summary, forWhom } = routine
  const hasPicture = routine.picture !== null || routine.imageUrl !== ''
  const audience = describeAudience(routine)
  return (
    <header className={hasPicture ? 'routine-head routine-head-wide' : 'routine-head'}>
      <div>
        <h1 {...written} className="routine-title">
          {name}
        </h1>
        {summary && (
          <p {...written} className="routine-dek">
            {summary}
          </p>
        )}
        {audience && <p className="routine-audience">{audience}</p>}
        {forWhom && (
          <p {...written} className="routine-for">
            {forWhom}
          </p>
        )}
        {routine.steps.some(({ product }) => product) && <DisclosureLine />}
      </div>
      {hasPicture && (
        <div className="routine-cover">
          <Picture
            picture={routine.picture}
            src={routine.imageUrl}
            alt={routine.imageAlt}
            sizes="(min-width: 64rem) 480px, 94vw"
            className="routine-cover-frame"
            priority
          />
          <PinButton pin={pin} className="routine-pin" />
        </div>
      )}
    </header>
  )
}

function Posts({ posts }: Pick<RoutineDetails, 'posts'>) {
  const written = useWritten()
  return (
    <section aria-labelledby="routine-posts" className="routine-posts">
      <h2 id="routine-posts" className="heading routine-time-title">
        Read more about it
      </h2>
      <ul>
        {posts.map((post) => (
          <li key={post.slug}>
            <Link href={postHref(post.slug)} {...written}>
              {post.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
