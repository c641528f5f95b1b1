import type { ReactNode } from 'react'
import { Container } from '../../ui/container.tsx'
import { Head } from '../layout/head.tsx'
import { useSite } from '../layout/use-site.tsx'

export type LegalSection = { title: string; body: ReactNode }

type LegalPageProps = {
  title: string
  description: string
  path: string
  intro?: string
  sections: LegalSection[]
}

/** A long text in numbered sections, with a table of contents that becomes a sidebar on wide screens. */
export function LegalPage({ title, description, path, intro, sections }: LegalPageProps) {
  return (
    <Container className="py-12 md:py-20">
      <Head title={`${title} | ${useSite().brand}`} description={description} path={path} />
      <div className="lg:grid lg:grid-cols-[17rem_minmax(0,37rem)] lg:justify-center lg:gap-20">
        <Contents sections={sections} />
        <article className="prose-dew mx-auto w-full max-w-text">
          <header className="mb-11">
            <h1 className="title-2">{title}</h1>
            {intro && <p className="mt-4 text-ink-soft">{intro}</p>}
          </header>
          {sections.map((section) => (
            <section key={section.title} id={idOf(section)}>
              <h2>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </article>
      </div>
    </Container>
  )
}

function Contents({ sections }: { sections: LegalSection[] }) {
  return (
    <nav aria-label="On this page" className="hidden lg:block">
      <div className="sticky top-28 border-l border-line pl-5">
        <p className="mb-3 kicker">On this page</p>
        <ol className="space-y-1 text-sm">
          {sections.map((section) => (
            <li key={section.title}>
              <a href={`#${idOf(section)}`} className="block py-1 text-ink-soft hover:text-accent-deep hover:underline">
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}

/** `3. Information You Give Us` becomes `information-you-give-us`. */
function idOf({ title }: LegalSection): string {
  return title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
}
