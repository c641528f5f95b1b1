import { useQuery } from '@tanstack/react-query'
import { contactSettingsQuery } from '../../data/contact-settings.ts'
import { useQueries } from '../../environment.tsx'
import { useWritten } from '../layout/use-written.ts'

/** The kinds of collaboration that the owner offers, a line each; nothing without any. */
export function Collaborations() {
  const written = useWritten()
  const data = useQuery(contactSettingsQuery(useQueries().read)).data?.collaborations
  if (!data) return null
  return (
    <section aria-labelledby="collaborations" className="mt-20 border-t border-line pt-12 md:mt-28 md:pt-16">
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[4fr_8fr]">
        <div>
          <h2 id="collaborations" className="heading">
            Collaboration Inquiries
          </h2>
          <p className="mt-4 text-ink-soft">I am glad to hear from brands, shops and fellow writers about:</p>
        </div>
        <ul className="divide-y divide-line">
          {kindsOf(data).map(({ title, text }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal
            <li key={index} className="grid gap-x-8 gap-y-1 py-5 first:pt-0 last:pb-0 sm:grid-cols-[14rem_1fr]">
              <h3 {...written}>{title}</h3>
              {text && (
                <p {...written} className="text-ink-soft">
                  {text}
                </p>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A line holds a title and, after a colon, a text. */
function kindsOf(lines: string): { title: string; text: string }[] {
  return lines.split('\n').flatMap((line) => {
    const [title = '', ...rest] = line.split(':')
    return title.trim() ? [{ title: title.trim(), text: rest.join(':').trim() }] : []
  })
}
