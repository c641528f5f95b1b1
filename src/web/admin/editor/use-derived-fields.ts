import { useRef, useState } from 'react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { defaultMetaTitle } from '../../../contract/content/search-result.ts'
import type { EditorKind } from './editor-kind.ts'
import type { PostForm } from './post-form.ts'
import { SLUG_MIN_TITLE_LENGTH } from './slug.ts'

type Options = { kind: EditorKind; form: PostForm; stored: EditablePost | undefined; brand: string }

/**
 * Derives fields from the title while it is typed: the slug of a draft until the owner edits it, and the meta title while
 * it is empty or still derived.
 */
export function useDerivedFields({ kind, form, stored, brand }: Options) {
  const [opened] = useState(() => form.getValues())
  const isSlugFixed = kind.fixedSlugs.includes(opened.slug)
  const isSlugEdited = useRef(isSlugFixed || opened.slug !== kind.slugOf(opened.title))
  const previousTitle = useRef(opened.title)
  const isUnpublished = stored === undefined || stored.status === 'draft'

  return {
    isSlugFixed,
    handleTitle(title: string) {
      const { slug, metaTitle } = form.getValues()
      const isEdited = isSlugEdited.current && slug !== ''
      if (isUnpublished && !isEdited && title.trim().length >= SLUG_MIN_TITLE_LENGTH) setSlug(form, kind.slugOf(title))
      if (!metaTitle || metaTitle === defaultMetaTitle(previousTitle.current, brand)) {
        form.setValue('metaTitle', defaultMetaTitle(title, brand))
      }
      previousTitle.current = title
    },
    handleSlug(slug: string) {
      isSlugEdited.current = slug !== ''
    },
    setSlugFromTitle() {
      setSlug(form, kind.slugOf(form.getValues('title')))
    },
  }
}

function setSlug(form: PostForm, slug: string): void {
  form.setValue('slug', slug, { shouldValidate: form.getFieldState('slug').invalid })
}
