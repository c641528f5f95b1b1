import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, PenLine } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { ApiError } from '../../data/api.ts'
import { newsletterChecksQuery, newsletterQuery } from '../../data/owner/newsletters.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { useOpenedName } from '../kit/opened-name.ts'
import { Panel, TabHeader } from '../kit/panel.tsx'
import { ToolLink } from '../kit/tool-button.tsx'
import { PanelQuery } from '../settings/panel-query.tsx'
import { AutomaticNewsletterView } from './automatic-newsletter-view.tsx'
import { NewsletterChecklist } from './newsletter-checklist.tsx'
import { automaticNewslettersHref, newsletterHref, newslettersHref } from './newsletter-hrefs.ts'
import { NewsletterPreviewPanel } from './newsletter-preview-panel.tsx'
import { NewsletterProgress } from './newsletter-progress.tsx'
import { NewsletterSettingsForm } from './newsletter-settings-form.tsx'
import { isEditable, NewsletterStateBadge, subjectOf } from './newsletter-state.tsx'
import { SendBar } from './send-bar.tsx'
import { SourceNotice } from './source-notice.tsx'
import { TestButton } from './test-button.tsx'
import { notSavedReason, useNewsletterSettings } from './use-newsletter-settings.ts'

/** The review of a newsletter before it is sent, or its numbers afterwards. */
export function NewsletterPage({ id }: { id: number }) {
  const query = useQuery(newsletterQuery(id))
  const newsletter = query.data
  const heading = useFocusAfterSending(newsletter && isEditable(newsletter))
  const automatic = newsletter !== undefined && isAutomatic(newsletter.kind)
  useOpenedName(newsletter && subjectOf(newsletter), titleOf(newsletter))
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <TabHeader
        headingRef={heading}
        title={titleOf(newsletter)}
        description={
          newsletter && (
            <span className="flex flex-wrap items-center gap-2">
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {subjectOf(newsletter)}
              </span>
              {!automatic && <NewsletterStateBadge newsletter={newsletter} />}
            </span>
          )
        }
      >
        <ToolLink href={automatic ? automaticNewslettersHref : newslettersHref}>
          <ArrowLeft aria-hidden="true" className="size-4" />
          {automatic ? 'Automatic newsletters' : 'All newsletters'}
        </ToolLink>
        {newsletter && (
          <ToolLink href={newsletterHref(id)}>
            <PenLine aria-hidden="true" className="size-4" />
            {automatic || isEditable(newsletter) ? 'Edit text' : 'View text'}
          </ToolLink>
        )}
      </TabHeader>
      {isMissing ? (
        <StatusMessage>There is no such newsletter. It may have been deleted.</StatusMessage>
      ) : (
        <LoadFailure query={query}>The newsletter could not be loaded.</LoadFailure>
      )}
      {query.isPending && (
        <div role="status">
          <span className="sr-only">Loading the newsletter…</span>
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      {newsletter &&
        (automatic ? (
          <AutomaticNewsletterView newsletter={newsletter} />
        ) : isEditable(newsletter) ? (
          <NewsletterReview newsletter={newsletter} />
        ) : (
          <NewsletterProgress newsletter={newsletter} />
        ))}
    </>
  )
}

function titleOf(newsletter: Newsletter | undefined): string {
  if (newsletter && isAutomatic(newsletter.kind))
    return newsletter.kind === 'welcome' ? 'Welcome email' : 'Newsletter by day'
  return newsletter && !isEditable(newsletter) ? 'Numbers' : 'Review and send'
}

/** The heading, which gets the focus when the page turns from the review into the numbers. */
function useFocusAfterSending(isBefore: boolean | undefined) {
  const heading = useRef<HTMLHeadingElement>(null)
  const was = useRef(isBefore)
  useEffect(() => {
    if (was.current && isBefore === false) {
      window.scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    was.current = isBefore
  }, [isBefore])
  return heading
}

/** Shows what a newsletter looks like, who gets it, what stands in its way, and the buttons that send it. */
function NewsletterReview({ newsletter }: { newsletter: Newsletter }) {
  const settings = useNewsletterSettings(newsletter)
  const checks = useQuery(newsletterChecksQuery(newsletter.id))
  const errors = (checks.data ?? []).filter(({ result }) => result === 'error')
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {newsletter.note && <StatusMessage tone="error">{newsletter.note}</StatusMessage>}
          {newsletter.sourcePost && <SourceNotice newsletter={newsletter} />}
          <Panel title="Before you send" actions={<TestButton id={newsletter.id} />}>
            <PanelQuery query={checks} errorText="The checklist could not be loaded." height="h-20">
              {(loaded) => <NewsletterChecklist id={newsletter.id} checks={loaded} />}
            </PanelQuery>
          </Panel>
          <NewsletterSettingsForm newsletter={newsletter} settings={settings} />
        </div>
        <NewsletterPreviewPanel id={newsletter.id} />
      </div>
      <SendBar
        newsletter={newsletter}
        errors={errors}
        notSaved={notSavedReason(settings.status)}
        isReady={settings.status.kind === 'saved' && checks.data !== undefined && !checks.isFetching}
      />
    </>
  )
}
