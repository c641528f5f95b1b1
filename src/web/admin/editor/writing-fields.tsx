import { useId } from 'react'
import { useController } from 'react-hook-form'
import type { EditablePost } from '../../../contract/posts.ts'
import { TextField } from '../kit/form-fields.tsx'
import { ContentField } from './content-field.tsx'
import { slugOf } from './slug.ts'
import { useFieldError, useFieldValue } from './use-field.ts'
import type { PostForm } from './use-post-editing.ts'
import type { useTitleFollow } from './use-title-follow.ts'

type WritingFieldsProps = {
  form: PostForm
  stored: EditablePost | undefined
  follow: ReturnType<typeof useTitleFollow>
}

/** Title, address and text: a sheet of paper, in the type of the site. */
export function WritingFields({ form, stored, follow }: WritingFieldsProps) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-white">
      <div className="px-4 pt-5 md:px-8 md:pt-7">
        <div className="mx-auto max-w-text">
          <TitleField form={form} onTitle={follow.followTitle} />
          <SlugField form={form} stored={stored} follow={follow} />
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

function SlugField({ form, stored, follow }: WritingFieldsProps) {
  const slug = useFieldValue(form, 'slug')
  const title = useFieldValue(form, 'title')
  const isPublic = stored?.status === 'published'
  const isMoved = isPublic && slug !== stored.slug
  const suggestion = slugOf(title)
  const mayFollow =
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
          {mayFollow && (
            <button
              type="button"
              onClick={follow.takeSlugOfTitle}
              className="ml-2 min-h-8 font-semibold text-accent-darker underline underline-offset-4"
            >
              Make it match the title
            </button>
          )}
        </>
      }
      {...form.register('slug', { onChange: (event) => follow.slugWasTyped(event.target.value) })}
    />
  )
}

function ContentController({ form }: { form: PostForm }) {
  const { field } = useController({ control: form.control, name: 'content' })
  const error = useFieldError(form, 'content')
  return <ContentField value={field.value} onChange={field.onChange} handle={field.ref} error={error} />
}
