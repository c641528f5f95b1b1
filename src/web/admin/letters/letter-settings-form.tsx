import type { Letter } from '../../../contract/letters.ts'
import { Link } from '../../lib/router.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { CheckboxField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { AudienceFields } from './audience-fields.tsx'
import { type LetterSettings, useLetterSettings } from './use-letter-settings.ts'

type LetterSettingsFormProps = { letter: Letter; settings: LetterSettings }

/** Who gets a letter, from whom, and whether it is a page as well. */
export function LetterSettingsForm({ letter, settings }: LetterSettingsFormProps) {
  const { values, change, status } = settings
  const errorAt = (path: string) =>
    status.kind === 'invalid' ? status.issues.find((issue) => issue.path.join('.') === path)?.message : undefined
  return (
    <Panel title="Settings" actions={<SaveState settings={settings} />}>
      {/* The fields save themselves; Enter must not submit the page. */}
      <form aria-label="Settings of the letter" onSubmit={(event) => event.preventDefault()} className="space-y-5">
        {status.kind === 'failed' && <Failure settings={settings} />}
        <AudienceFields audience={values.audience} errorAt={errorAt} onChange={(audience) => change({ audience })} />
        <TextField
          label="Sender name"
          autoComplete="off"
          maxLength={100}
          hint="Empty: the sender name of the mail settings."
          error={errorAt('senderName')}
          value={values.senderName}
          onChange={(event) => change({ senderName: event.target.value })}
        />
        {letter.sourcePost && (
          <div>
            <TextAreaField
              label="Your words above the post"
              rows={4}
              maxLength={5000}
              error={errorAt('intro')}
              value={values.intro}
              onChange={(event) => change({ intro: event.target.value })}
            />
            <p className="mt-1 text-sm text-ink-soft">
              Made from{' '}
              <Link href={`/admin/posts/${letter.sourcePost.id}`} className="font-semibold underline wrap-anywhere">
                {letter.sourcePost.title || 'Untitled'}
              </Link>
              .
            </p>
          </div>
        )}
        <fieldset>
          <legend className="text-sm font-semibold">On your site</legend>
          <PageFields settings={settings} />
        </fieldset>
      </form>
    </Panel>
  )
}

/** Whether a letter is a page as well, also after it was sent. */
export function PagePanel({ letter }: { letter: Letter }) {
  const settings = useLetterSettings(letter)
  return (
    <Panel title="On your site" actions={<SaveState settings={settings} />}>
      {settings.status.kind === 'failed' && <Failure settings={settings} />}
      <PageFields settings={settings} />
    </Panel>
  )
}

function PageFields({ settings: { values, change } }: { settings: LetterSettings }) {
  const { hasPage, isIndexable } = values
  return (
    <>
      <CheckboxField
        label="A page of its own"
        hint="Readers can open the letter in the browser."
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

function SaveState({ settings: { status } }: { settings: LetterSettings }) {
  const texts = { saved: 'Saved', unsaved: 'Saving...', invalid: 'Not saved', failed: 'Not saved' }
  const isBad = status.kind === 'invalid' || status.kind === 'failed'
  return (
    <p role="status" className={`text-sm ${isBad ? 'font-medium text-alert-deep' : 'text-ink-soft'}`}>
      {texts[status.kind]}
    </p>
  )
}

function Failure({ settings: { status, retry, showOthers } }: { settings: LetterSettings }) {
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
