import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BuiltInPage } from '../../../contract/content/built-in-pages.ts'
import type { BuiltInPageState } from '../../../contract/content/pages.ts'
import { submission } from '../../data/mutations.ts'
import { useOwnerMutation } from '../../data/owner/owner-mutation.ts'
import { builtInPagesQuery, createPageDraft, readAboutSettings, readPageHtml } from '../../data/owner/pages.ts'
import { bringBackPosts, removePosts } from '../../data/owner/posts.ts'
import { paragraphsOf } from '../../lib/paragraphs.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { POST_BODY } from '../../lib/served-body.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PostState } from '../editor/post-state.tsx'
import { parseHtmlFragment } from '../editor/rich/parse-html-fragment.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { Panel } from '../kit/panel.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'

const names: Record<BuiltInPage, string> = {
  about: 'About',
  'privacy-policy': 'Privacy Policy',
  'affiliate-disclosure': 'Affiliate Disclosure',
  imprint: 'Imprint',
}

type Edited = { id: number; slug: BuiltInPage }

/** About, the policies and the imprint: with their default texts until the owner publishes hers. */
export function BuiltInPages() {
  const query = useQuery(builtInPagesQuery())
  const { edit, isOpening } = useEditing()
  const { confirmReset, dialog } = useReset()
  return (
    <Panel
      title="Pages that every site has"
      description="Each comes with a text of its own until you publish yours."
      className="mb-6 max-md:mt-6"
    >
      {query.isPending && <Skeleton className="h-36 w-full" />}
      <LoadFailure query={query}>These pages could not be loaded.</LoadFailure>
      <ul className="divide-y divide-line/70">
        {query.data?.map(({ slug, page }) => (
          <li key={slug} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 grow">
              <p className="font-semibold">{names[slug]}</p>
              <p className="text-sm text-ink-soft">
                <Link
                  href={`/${slug}`}
                  className="inline-flex items-center underline-offset-4 hover:underline max-md:min-h-10 max-md:min-w-10"
                >
                  /{slug}
                </Link>
              </p>
            </div>
            <State slug={slug} page={page} />
            <div className="flex flex-wrap gap-1.5">
              {page && (
                <ToolButton
                  aria-label={`Go back to the default: ${names[slug]}`}
                  onClick={() => confirmReset({ id: page.id, slug })}
                >
                  Go back to the default
                </ToolButton>
              )}
              {page ? (
                <ToolLink aria-label={`Edit: ${names[slug]}`} href={`/admin/pages/${page.id}`}>
                  Edit
                </ToolLink>
              ) : (
                <ToolButton aria-label={`Edit: ${names[slug]}`} disabled={isOpening} onClick={() => edit(slug)}>
                  Edit
                </ToolButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  )
}

function State({ slug, page }: BuiltInPageState) {
  if (!page) return <StatusBadge tone="quiet">{slug === 'imprint' ? 'Legal facts' : 'Default text'}</StatusBadge>
  return (
    <span className="flex flex-wrap gap-1.5">
      {page.status === 'published' ? (
        <StatusBadge tone="good">Your text</StatusBadge>
      ) : (
        <PostState status={page.status} />
      )}
      {page.hasUnpublishedChanges && <StatusBadge tone="waiting">Unpublished changes</StatusBadge>}
    </span>
  )
}

/** Opens the editor with a draft that begins as the default text. */
function useEditing() {
  const { navigate } = useRouter()
  const creation = useOwnerMutation(async (slug: BuiltInPage, key) => {
    const text = await readDefaultText(slug)
    return createPageDraft({ ...text, slug, isPinOptimized: false, publishedAt: new Date().toISOString() }, key)
  })
  const edit = (slug: BuiltInPage) =>
    creation.mutate(submission(slug), {
      onSuccess: ({ id }) => navigate(`/admin/pages/${id}`),
    })
  return { edit, isOpening: creation.isPending }
}

const namesOf = (pages: Edited[]) => pages.map(({ slug }) => names[slug]).join(', ')

/** Deletes the owner's text of a page after a confirmation, with undo. */
function useReset() {
  const [toReset, setToReset] = useState<Edited>()
  const reset = useUndoableDeletion<Edited>(
    {
      remove: removePosts,
      restore: bringBackPosts,
      deleted: (pages) => adminMessages.pageReset(namesOf(pages)),
      restored: (pages) => adminMessages.restored(namesOf(pages)),
    },
    { showsError: true },
  )
  const close = () => {
    setToReset(undefined)
    reset.reset()
  }
  const dialog = (
    <ConfirmDialog
      isOpen={toReset !== undefined}
      title="Go back to the default text?"
      confirmLabel="Go back to the default"
      onConfirm={() => toReset && reset.removeRows([toReset], close)}
      onClose={close}
      isBusy={reset.isPending}
      error={reset.error?.message}
    >
      <p>
        Your text of <strong>{toReset && names[toReset.slug]}</strong> goes to the trash, and the default text is shown
        again. You can undo this right afterwards.
      </p>
    </ConfirmDialog>
  )
  return { confirmReset: setToReset, dialog }
}

type DefaultText = { title: string; content: string; metaDescription: string | null }

/** The text of a built-in page while the owner has written none, as blocks of the editor. */
function readDefaultText(slug: BuiltInPage): Promise<DefaultText> {
  return slug === 'about' ? defaultAbout() : defaultPolicy(slug)
}

async function defaultAbout(): Promise<DefaultText> {
  const { aboutText, aboutImage, aboutPicture } = await readAboutSettings()
  const picture = aboutImage
    ? `<img src="${escapeHtml(aboutImage)}" alt="${escapeHtml(aboutPicture?.altText ?? '')}">`
    : ''
  const paragraphs = paragraphsOf(aboutText).map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`)
  return { title: 'About Me', content: [picture, ...paragraphs].join('\n'), metaDescription: null }
}

/** From the page itself, so that the text of the specification stands in one place. */
async function defaultPolicy(slug: BuiltInPage): Promise<DefaultText> {
  const html = await readPageHtml(slug)
  // An imprint that is off has none.
  if (html === undefined) return { title: names[slug], content: '', metaDescription: null }
  const page = parseHtmlFragment(html).ownerDocument
  const sections = page.querySelectorAll('main article section')
  const parts = sections.length > 0 ? [...sections] : [...page.querySelectorAll(`#${POST_BODY}`)]
  return {
    title: page.querySelector('main h1')?.textContent ?? '',
    content: parts.map((part) => part.innerHTML).join('\n'),
    metaDescription: page.querySelector('meta[name=description]')?.getAttribute('content') ?? null,
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
