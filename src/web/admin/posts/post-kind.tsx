import { lazy, Suspense, useState } from 'react'
import { sendPost } from '../../data/owner/posts.ts'
import { postHref } from '../../hrefs.ts'
import {
  type AfterPublishingProps,
  commonKind,
  type EditorKind,
  everyField,
  sendAttempt,
  toastsOf,
} from '../editor/editor-kind.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ToolButton } from '../kit/tool-button.tsx'

const SendAsNewsletterDialog = lazy(async () => ({
  default: (await import('../newsletters/send-as-newsletter-dialog.tsx')).SendAsNewsletterDialog,
}))

const NewsletterChoice = lazy(async () => ({
  default: (await import('../newsletters/newsletter-of-post.tsx')).NewsletterChoice,
}))
const NewsletterStep = lazy(async () => ({
  default: (await import('../newsletters/newsletter-of-post.tsx')).NewsletterStep,
}))

export const postKind: EditorKind = {
  ...commonKind,
  kind: 'post',
  noun: 'post',
  pluralLabel: 'Posts',
  newLabel: 'New Post',
  listLabel: 'All posts',
  listHref: '/admin/posts',
  newHref: '/admin/posts/new',
  editHref: (id) => `/admin/posts/${id}`,
  publicHref: postHref,
  AfterPublishing,
  AtPublishing: NewsletterChoice,
  send: (attempt) => sendAttempt('post', sendPost, attempt),
  toasts: {
    created: adminMessages.postCreated,
    updated: adminMessages.postUpdated,
    createFailed: adminMessages.postCreateFailed,
    saveFailed: adminMessages.postSaveFailed,
  },
}

/** A template is edited among the posts and never becomes public; the query of its address names the kind. */
export const templateKind: EditorKind = {
  ...commonKind,
  kind: 'template',
  noun: 'template',
  pluralLabel: 'Templates',
  newLabel: 'New template',
  listLabel: 'All templates',
  listHref: '/admin/posts?kind=template',
  newHref: '/admin/posts/new?kind=template',
  editHref: (id) => `/admin/posts/${id}?kind=template`,
  publicHref: undefined,
  keepVerb: 'Keeps as template',
  fields: { ...everyField, publish: false },
  send: (attempt) => sendAttempt('template', sendPost, attempt),
  toasts: toastsOf('template'),
}

function AfterPublishing({ post, isMailed }: AfterPublishingProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (isMailed)
    return (
      <Suspense fallback={null}>
        <NewsletterStep postId={post.id} />
      </Suspense>
    )
  return (
    <>
      <ToolButton onClick={() => setIsOpen(true)}>Send as newsletter</ToolButton>
      <Suspense fallback={null}>
        {isOpen && <SendAsNewsletterDialog post={post} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
