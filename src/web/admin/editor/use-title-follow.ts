import { useRef } from 'react'
import type { EditablePost } from '../../../contract/posts.ts'
import { metaTitleOf } from './post-fields.ts'
import { SLUG_STARTS_AT, slugOf } from './slug.ts'
import type { PostForm } from './use-post-editing.ts'

/**
 * What the title brings along while it is typed: the slug, until the owner writes one or the address is public, and the
 * meta title, while it is empty or was made of the title.
 */
export function useTitleFollow(form: PostForm, stored: EditablePost | undefined, brand: string) {
  const isSlugByHand = useRef(stored !== undefined && stored.slug !== slugOf(stored.title))
  const before = useRef(stored?.title ?? '')
  const isFree = stored === undefined || stored.status === 'draft'

  return {
    followTitle(title: string) {
      const { slug, metaTitle } = form.getValues()
      const isOwn = isSlugByHand.current && slug !== ''
      if (isFree && !isOwn && title.trim().length >= SLUG_STARTS_AT) setSlug(form, slugOf(title))
      if (!metaTitle || metaTitle === metaTitleOf(before.current, brand)) {
        form.setValue('metaTitle', metaTitleOf(title, brand))
      }
      before.current = title
    },
    slugWasTyped(slug: string) {
      isSlugByHand.current = slug !== ''
    },
    /** The slug that the title would make, where the slug does not follow by itself. */
    takeSlugOfTitle() {
      setSlug(form, slugOf(form.getValues('title')))
    },
  }
}

function setSlug(form: PostForm, slug: string): void {
  form.setValue('slug', slug, { shouldValidate: form.getFieldState('slug').invalid })
}
