import { type RefObject, useEffect, useId } from 'react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { useRouter } from '../../lib/router.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { insertAtCursor } from '../kit/insert-at-cursor.ts'
import { ContentField } from './content-field.tsx'
import type { ContentHandle } from './content-handle.ts'
import type { EditorKind } from './editor-kind.ts'
import { labelOf } from './post-fields.ts'
import { focusField, type PostForm, useFieldError, useFieldValue } from './post-form.ts'
import type { useDerivedFields } from './use-derived-fields.ts'

type WritingFieldsProps = {
  kind: EditorKind
  form: PostForm
  /** Whether the title has the focus when the editor opens. */
  isFocused: boolean
  stored: EditablePost | undefined
  derived: ReturnType<typeof useDerivedFields>
  content: RefObject<ContentHandle | null>
}

/** Title, slug and content, set in the site's typography. */
export function WritingFields(props: WritingFieldsProps) {
  const { kind, form, derived, content } = props
  const { query } = useRouter()
  const wanted = query.get('field')
  const isFocused = props.isFocused || wanted === 'title'
  useEffect(() => {
    // In a later task, after the router has moved the focus to the start of the page.
    if (wanted === 'content') focusField(form, wanted)
  }, [form, wanted])
  return (
    <div className="mx-auto w-full max-w-[calc(720px+4rem)] min-w-0 rounded-card border border-line bg-white">
      <div className="px-4 pt-5 md:px-8 md:pt-7">
        <TitleField kind={kind} form={form} isFocused={isFocused} onTitle={derived.handleTitle} />
        <SlugField {...props} />
      </div>
      <ContentField form={form} handle={content} TextMenu={kind.TextMenu} />
    </div>
  )
}

type TitleFieldProps = Pick<WritingFieldsProps, 'kind' | 'form' | 'isFocused'> & { onTitle: (title: string) => void }

function TitleField({ kind, form, isFocused, onTitle }: TitleFieldProps) {
  const id = useId()
  const label = labelOf('title', kind)
  const { titleHint: hint, TextMenu } = kind
  const error = useFieldError(form, 'title')
  useEffect(() => {
    // In a later task, after the router has moved the focus to the start of the page.
    if (isFocused) form.setFocus('title')
  }, [form, isFocused])
  const registered = form.register('title', { onChange: (event) => onTitle(event.target.value) })
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <textarea
        {...registered}
        id={id}
        dir="auto"
        rows={1}
        placeholder={label}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          focusField(form, 'content')
        }}
        className="block field-sizing-content w-full resize-none bg-transparent font-display text-[1.75rem] leading-tight text-ink outline-offset-4 placeholder:text-ink-faint/70 md:text-4xl md:leading-tight"
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-alert-deep">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft wrap-anywhere">
          {hint}
        </p>
      )}
      {TextMenu && (
        <div className="-ml-2">
          <TextMenu onInsert={(text) => insertAtCursor(document.getElementById(id) as HTMLTextAreaElement, text)} />
        </div>
      )}
    </>
  )
}

function SlugField({ kind, form, stored, derived }: WritingFieldsProps) {
  const slug = useFieldValue(form, 'slug')
  const title = useFieldValue(form, 'title')
  const hrefOf = kind.publicHref
  const isPublic = stored?.status === 'published'
  const isMoved = isPublic && slug !== stored.slug
  const suggestion = kind.slugOf(title)
  const canUseSuggestion =
    !derived.isSlugFixed &&
    stored &&
    stored.status !== 'draft' &&
    title !== stored.title &&
    suggestion !== '' &&
    suggestion !== slug
  return (
    <TextField
      className="slug-field mt-3"
      label="Slug"
      readOnly={derived.isSlugFixed}
      spellCheck={false}
      autoCapitalize="none"
      error={useFieldError(form, 'slug')}
      hint={
        <>
          {hrefOf &&
            (isMoved ? `The old address ${show(hrefOf(stored.slug))} will lead here.` : show(hrefOf(slug || '…')))}
          {canUseSuggestion && (
            <button
              type="button"
              onClick={derived.setSlugFromTitle}
              className="ml-2 min-h-8 font-semibold text-accent-darker underline underline-offset-4"
            >
              Make it match the title
            </button>
          )}
        </>
      }
      {...form.register('slug', { onChange: (event) => derived.handleSlug(event.target.value) })}
    />
  )
}

/** An address as the address bar shows it. */
function show(href: string): string {
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}
