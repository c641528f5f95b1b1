import { useQuery } from '@tanstack/react-query'
import { openingOf } from '../../../contract/content/opening.ts'
import { documentDescription, documentTitle } from '../../../contract/content/search-result.ts'
import type { CarriedSettings } from '../../data/page-data.ts'
import { useQueries } from '../../environment.tsx'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { cutToWidth, DESCRIPTION_WIDTH, measureIn, TITLE_WIDTH } from './cut-to-width.ts'
import type { EditorKind } from './editor-kind.ts'
import { ImageFrame } from './image-frame.tsx'
import { type PostForm, useFieldError, useFieldValue } from './post-form.ts'
import { parseHtmlFragment } from './rich/parse-html-fragment.ts'
import { useSettled } from './use-settled.ts'

/** Approximate lengths at which search engines truncate, in characters. */
const TITLE_LENGTH = 60
const DESCRIPTION_LENGTH = 160

/** Meta title and description with previews of a search result and a share card. */
export function SearchPanel({ form, kind }: { form: PostForm; kind: EditorKind }) {
  const { data: site } = useQuery(useQueries().site())
  const shown = useSearchPreview({ form, site, kind })
  return (
    <Panel title="Search and sharing" className="md:p-4!">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="min-w-0 space-y-4">
          <TextField
            label="Meta title"
            error={useFieldError(form, 'metaTitle')}
            hint={<Length used={shown.title.length} good={TITLE_LENGTH} isCut={shown.cutTitle !== shown.title} />}
            {...form.register('metaTitle')}
          />
          <TextAreaField
            label="Meta description"
            rows={3}
            error={useFieldError(form, 'metaDescription')}
            hint={
              <Length
                used={shown.description.length}
                good={DESCRIPTION_LENGTH}
                isCut={shown.cutDescription !== shown.description}
                note="Empty: the excerpt, or the first sentences of the text."
              />
            }
            {...form.register('metaDescription')}
          />
        </div>
        <div className="min-w-0 space-y-4">
          <SearchResult {...shown} />
          <ShareCard {...shown} />
        </div>
      </div>
    </Panel>
  )
}

type SearchPreview = {
  title: string
  description: string
  /** As much of both as a search engine shows. */
  cutTitle: string
  cutDescription: string
  image: string
  brand: string
  host: string
  path: string
}

type SearchPreviewInput = { form: PostForm; site: CarriedSettings | undefined; kind: EditorKind }

function useSearchPreview({ form, site, kind }: SearchPreviewInput): SearchPreview {
  const slug = useFieldValue(form, 'slug')
  const [title, metaTitle] = [useFieldValue(form, 'title'), useFieldValue(form, 'metaTitle')]
  const [excerpt, metaDescription] = [useFieldValue(form, 'excerpt'), useFieldValue(form, 'metaDescription')]
  const opening = useSettled(form, openingOfHtml)
  const brand = site?.brand ?? ''
  const shownTitle = documentTitle({ title, metaTitle }, brand)
  // A page without a text of its own is described like the site.
  const fallback = kind.kind === 'page' ? (site?.description ?? '') : ''
  const description = documentDescription({ metaDescription, excerpt, opening }) || fallback
  return {
    title: shownTitle,
    description,
    cutTitle: cutToWidth(shownTitle, TITLE_WIDTH, measureIn(20)),
    cutDescription: cutToWidth(description, DESCRIPTION_WIDTH, measureIn(14)),
    brand,
    image: useFieldValue(form, 'coverImage'),
    path: (kind.publicHref ?? String)(slug || '…')
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent)
      .join(' › '),
    host: site ? new URL(site.origin).host : '',
  }
}

type LengthProps = { used: number; good: number; isCut: boolean; note?: string }

function Length({ used, good, isCut, note = '' }: LengthProps) {
  return (
    <span className={isCut ? 'font-medium text-alert-deep' : ''}>
      {used} of about {good} characters{isCut && ': the end will be cut off'}. {note}
    </span>
  )
}

function SearchResult({ cutTitle, cutDescription, brand, host, path }: SearchPreview) {
  return (
    <figure>
      <figcaption className="mb-1 text-sm font-semibold">As a search result</figcaption>
      <div className="rounded-lg border border-line bg-white p-3">
        <p className="truncate text-sm">{brand}</p>
        <p className="truncate text-xs text-ink-soft">
          {host} › {path}
        </p>
        <p dir="auto" className="mt-0.5 text-base leading-snug wrap-anywhere text-accent-darker">
          {cutTitle || 'Title'}
        </p>
        <p dir="auto" className="mt-1 text-xs leading-relaxed wrap-anywhere text-ink-soft">
          {cutDescription || 'The meta description, the excerpt or the first sentences of the text stand here.'}
        </p>
      </div>
    </figure>
  )
}

function ShareCard({ title, description, image, host }: SearchPreview) {
  return (
    <figure>
      <figcaption className="mb-1 text-sm font-semibold">When it is shared</figcaption>
      <div className="overflow-hidden rounded-lg border border-line bg-white">
        <ImageFrame address={image} className="aspect-[1.91] border-0" />
        <div className="border-t border-line p-3">
          <p className="truncate text-xs text-ink-faint uppercase">{host}</p>
          <p dir="auto" className="line-clamp-2 text-sm leading-snug font-semibold wrap-anywhere">
            {title || 'Title'}
          </p>
          <p dir="auto" className="mt-0.5 line-clamp-1 text-xs wrap-anywhere text-ink-soft">
            {description}
          </p>
        </div>
      </div>
    </figure>
  )
}

type Token = Parameters<typeof openingOf>[0][number]

const openingOfHtml = (html: string) => openingOf(tokensOf(parseHtmlFragment(html)))

function tokensOf(parent: Node): Token[] {
  return [...parent.childNodes].flatMap((node): Token[] => {
    if (node instanceof Text) return [{ kind: 'text', text: node.data }]
    if (!(node instanceof Element)) return []
    return [{ kind: 'open', name: node.localName }, ...tokensOf(node), { kind: 'close', name: node.localName }]
  })
}
