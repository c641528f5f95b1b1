import { useQuery } from '@tanstack/react-query'
import type { CarriedSettings } from '../../data/page-data.ts'
import { useQueries } from '../../environment.tsx'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import type { EditorKind } from './editor-kind.ts'
import { ImageFrame } from './image-frame.tsx'
import { metaTitleOf } from './post-fields.ts'
import { type PostForm, useFieldError, useFieldValue } from './post-form.ts'

/** Approximate lengths at which search engines truncate. */
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
            hint={<Length used={shown.title.length} good={TITLE_LENGTH} />}
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

type SearchPreview = { title: string; description: string; image: string; host: string; path: string }

type SearchPreviewInput = { form: PostForm; site: CarriedSettings | undefined; kind: EditorKind }

function useSearchPreview({ form, site, kind }: SearchPreviewInput): SearchPreview {
  const slug = useFieldValue(form, 'slug')
  const [title, metaTitle] = [useFieldValue(form, 'title'), useFieldValue(form, 'metaTitle')]
  const [excerpt, metaDescription] = [useFieldValue(form, 'excerpt'), useFieldValue(form, 'metaDescription')]
  return {
    title: metaTitle.trim() || metaTitleOf(title, site?.brand ?? ''),
    description: metaDescription.trim() || excerpt.trim(),
    image: useFieldValue(form, 'coverImage'),
    path: (kind.publicHref ?? String)(slug || '…')
      .split('/')
      .filter(Boolean)
      .map(decodeURIComponent)
      .join(' › '),
    host: site ? new URL(site.origin).host : '',
  }
}

function Length({ used, good, note = '' }: { used: number; good: number; note?: string }) {
  const isLong = used > good
  return (
    <span className={isLong ? 'font-medium text-alert-deep' : ''}>
      {used} of about {good} characters{isLong && ': the end will be cut off'}. {note}
    </span>
  )
}

function SearchResult({ title, description, host, path }: SearchPreview) {
  return (
    <figure>
      <figcaption className="mb-1 text-sm font-semibold">As a search result</figcaption>
      <div className="rounded-lg border border-line bg-white p-3">
        <p className="truncate text-xs text-ink-soft">
          {host} › {path}
        </p>
        <p dir="auto" className="mt-0.5 text-base leading-snug wrap-anywhere text-accent-darker">
          {truncate(title, TITLE_LENGTH) || 'Title'}
        </p>
        <p dir="auto" className="mt-1 text-xs leading-relaxed wrap-anywhere text-ink-soft">
          {truncate(description, DESCRIPTION_LENGTH) ||
            'The meta description, the excerpt or the first sentences of the text stand here.'}
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

/** Truncates at a word boundary, as search engines do. */
function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const short = text.slice(0, length)
  return `${short.slice(0, Math.max(short.lastIndexOf(' '), length - 20)).trimEnd()} …`
}
