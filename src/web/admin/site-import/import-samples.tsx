import '../../styles/blocks.css'
import { type ReactNode, useMemo } from 'react'
import type { ImportSurvey } from '../../../contract/app/site-imports.ts'
import { trustedHtml } from '../../lib/trusted-html.ts'

/** Some texts, each before and after. */
export function ImportSamples({ samples }: Pick<ImportSurvey, 'samples'>) {
  return (
    <ul aria-label="Samples" className="space-y-6">
      {samples.map((sample) => (
        <li key={sample.address} className="space-y-3">
          <h4 className="font-semibold wrap-anywhere">
            {sample.title} <span className="text-sm font-normal text-ink-soft">{sample.address}</span>
          </h4>
          <div className="grid gap-4 lg:grid-cols-2">
            <Version label="Before" title={sample.title}>
              <p className="text-sm whitespace-pre-wrap wrap-anywhere">{sample.before}</p>
            </Version>
            <Version label="After" title={sample.title}>
              {sample.excerpt && <p className="mb-3 text-sm text-ink-soft italic wrap-anywhere">{sample.excerpt}</p>}
              <SanitisedHtml html={sample.html} />
            </Version>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Version({ label, title, children }: { label: string; title: string; children: ReactNode }) {
  return (
    <section aria-label={`${label}: ${title}`} className="min-w-0">
      <p className="mb-1 text-sm font-semibold text-ink-soft">{label}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <div tabIndex={0} className="max-h-96 overflow-y-auto rounded-lg border border-line p-3">
        {children}
      </div>
    </section>
  )
}

function SanitisedHtml({ html }: { html: string }) {
  const content = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitised it by allow-list
  return <div className="prose-dew text-sm wrap-anywhere" dangerouslySetInnerHTML={content} />
}
