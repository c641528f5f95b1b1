import { useId } from 'react'
import { useController } from 'react-hook-form'
import type { EditablePost } from '../../../contract/posts.ts'
import { TextField } from '../kit/form-fields.tsx'
import { ContentField } from './content-field.tsx'
import type { PostForm } from './post-form.ts'
import { slugOf } from './slug.ts'
import type { useDerivedFields } from './use-derived-fields.ts'
import { useFieldError, useFieldValue } from './use-field.ts'

type WritingFieldsProps = {
  form: PostForm
  stored: EditablePost | undefined
  derived: ReturnType<typeof useDerivedFields>
}

/** Title, slug and content, set in the site's typography. */
export function WritingFields({ form, stored, derived }: WritingFieldsProps) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-white">
      <div className="px-4 pt-5 md:px-8 md:pt-7">
        <div className="mx-auto max-w-text">
          <TitleField form={form} onTitle={derived.handleTitle} />
          <SlugField form={form} stored={stored} derived={derived} />
        </div>
      </div>
      <ContentController form={form} />
    </div>
  )
}

function TitleField({ form, onTitle }: { form: PostForm; onTitle: (title: string) => void }) {
  const id = useId()
  const error = useFieldError(form, 'title')
  const registered = form.register('title', { onChange: (event) => onTitle(event.target.value) })
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      <textarea
        {...registered}
        id={id}
        dir="auto"
        rows={1}
        placeholder="Title"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          form.setFocus('content')
        }}
        className="block field-sizing-content w-full resize-none bg-transparent font-display text-[1.75rem] leading-tight text-ink outline-offset-4 placeholder:text-ink-faint/70 md:text-4xl md:leading-tight"
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-alert-deep">
          {error}
        </p>
      )}
    </>
  )
}

function SlugField({ form, stored, derived }: WritingFieldsProps) {
  const slug = useFieldValue(form, 'slug')
  const title = useFieldValue(form, 'title')
  const isPublic = stored?.status === 'published'
  const isMoved = isPublic && slug !== stored.slug
  const suggestion = slugOf(title)
  const canUseSuggestion =
    stored && stored.status !== 'draft' && title !== stored.title && suggestion !== '' && suggestion !== slug
  return (
    <TextField
      className="mt-3"
      label="Slug"
      spellCheck={false}
      autoCapitalize="none"
      error={useFieldError(form, 'slug')}
      hint={
        <>
          {isMoved ? `The old address /blog/${stored.slug} will lead here.` : `/blog/${slug || '…'}`}
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

function ContentController({ form }: { form: PostForm }) {
  const { field } = useController({ control: form.control, name: 'content' })
  const error = useFieldError(form, 'content')
  return <ContentField value={field.value} onChange={field.onChange} handle={field.ref} error={error} />
}
