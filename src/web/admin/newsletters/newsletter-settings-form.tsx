import { useRef, useState } from 'react'
import { isAutomatic } from '../../../contract/audience/automatic-newsletters.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { Link } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { CheckboxField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { FieldMergeCodes } from './merge-codes.tsx'
import { type NewsletterSettings, useNewsletterSettings } from './use-newsletter-settings.ts'

type NewsletterSettingsFormProps = { newsletter: Newsletter; settings: NewsletterSettings }

/** Who gets a newsletter, from whom, and whether it is a page as well. */
export function NewsletterSettingsForm({ newsletter, settings }: NewsletterSettingsFormProps) {
  const { values, change, status } = settings
  const automatic = isAutomatic(newsletter.kind)
  // Kept while it is emptied: what is stored is sent, also without the post that it was written for.
  const note = useRef<HTMLTextAreaElement>(null)
  const [hadNote] = useState(newsletter.intro !== '')
  const hasNote = newsletter.sourcePost !== null || newsletter.kind === 'digest' || hadNote || values.intro !== ''
  const errorAt = (path: string) =>
    status.kind === 'invalid' ? status.issues.find((issue) => issue.path.join('.') === path)?.message : undefined
  return (
    <Panel title="Settings" actions={<SaveState settings={settings} />}>
      {/* The fields save themselves; Enter must not submit the page. */}
      <form aria-label="Settings of the newsletter" onSubmit={(event) => event.preventDefault()} className="space-y-5">
        {status.kind === 'failed' && <Failure settings={settings} />}
        {!automatic && (
          <AudienceFields
            audience={values.audience}
            errorAt={errorAt}
            onChange={(audience) => change({ audience })}
            isDigest={newsletter.kind === 'digest'}
          />
        )}
        <TextField
          optional
          label="Sender name"
          autoComplete="off"
          maxLength={100}
          hint="Empty: the sender name of the mail settings."
          error={errorAt('senderName')}
          value={values.senderName}
          onChange={(event) => change({ senderName: event.target.value })}
        />
        {hasNote && (
          <div>
            <TextAreaField
              optional
              ref={note}
              label={
                newsletter.kind === 'newsletter' && newsletter.sourcePost
                  ? 'Your words above the post'
                  : 'Your words above the text'
              }
              rows={4}
              maxLength={5000}
              error={errorAt('intro')}
              value={values.intro}
              onChange={(event) => change({ intro: event.target.value })}
            />
            <FieldMergeCodes field={note} />
            {newsletter.sourcePost && (
              <p className="mt-1 text-sm text-ink-soft">
                Made from{' '}
                <Link
                  href={`/admin/posts/${newsletter.sourcePost.id}`}
                  className="font-semibold underline wrap-anywhere"
                >
                  {newsletter.sourcePost.title || 'Untitled'}
                </Link>
                .
              </p>
            )}
          </div>
        )}
        <CheckboxField
          label="Count clicks on its links"
          hint="Links then lead over your site, which counts how often they are followed, not by whom; the mail says so. Amazon’s links are never counted."
          checked={values.countsClicks}
          onChange={({ target: { checked } }) => change({ countsClicks: checked })}
        />
        {!automatic && (
          <fieldset>
            <legend className="text-sm font-semibold">On your site</legend>
            <PageFields settings={settings} />
          </fieldset>
        )}
      </form>
      {settings.leaveDialog}
    </Panel>
  )
}

/** Whether a newsletter is a page as well, also after it was sent. */
export function PagePanel({ newsletter }: { newsletter: Newsletter }) {
  const settings = useNewsletterSettings(newsletter)
  return (
    <Panel title="On your site" actions={<SaveState settings={settings} />}>
      {settings.status.kind === 'failed' && <Failure settings={settings} />}
      <PageFields settings={settings} />
      {settings.leaveDialog}
    </Panel>
  )
}

function PageFields({ settings: { values, change } }: { settings: NewsletterSettings }) {
  const { hasPage, isIndexable } = values
  return (
    <>
      <CheckboxField
        label="A page of its own"
        hint="Readers can open the newsletter in the browser."
        checked={hasPage}
        onChange={({ target: { checked } }) => change({ hasPage: checked, isIndexable: checked && isIndexable })}
      />
      <CheckboxField
        label="Search engines may list it"
        checked={isIndexable}
        disabled={!hasPage}
        onChange={({ target: { checked } }) => change({ isIndexable: checked })}
      />
    </>
  )
}

function SaveState({ settings: { status } }: { settings: NewsletterSettings }) {
  const texts = { saved: 'Saved', unsaved: 'Saving...', invalid: 'Not saved', failed: 'Not saved' }
  const isBad = status.kind === 'invalid' || status.kind === 'failed'
  return (
    <p role="status" className={`text-sm ${isBad ? 'font-medium text-alert-deep' : 'text-ink-soft'}`}>
      {texts[status.kind]}
    </p>
  )
}

function Failure({ settings: { status, retry, showOthers } }: { settings: NewsletterSettings }) {
  if (status.kind !== 'failed') return null
  return (
    <StatusMessage tone="error">
      {status.isConflict ? 'The settings were changed in another window.' : `Not saved: ${status.message}`}{' '}
      <ToolButton className="mt-2" onClick={status.isConflict ? showOthers : retry}>
        {status.isConflict ? 'Show the others' : 'Try again'}
      </ToolButton>
    </StatusMessage>
  )
}
