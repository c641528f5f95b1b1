import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { NewsletterLimits } from '../../../contract/audience/newsletters.ts'
import { submission } from '../../data/mutations.ts'
import { newsletterLimitsQuery, useSaveNewsletterLimits } from '../../data/owner/newsletters.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { FieldRules } from '../kit/field-rules.ts'
import { TextField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'
import { resetToSaved } from '../kit/reset-to-saved.ts'
import { messageOf, showIssues } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useLeaveGuard } from '../kit/use-leave-guard.tsx'
import { describeDuration } from './newsletter-duration.ts'
import { PanelQuery } from './panel-query.tsx'

const EXAMPLE = 20_000

/** How fast newsletters are sent. */
export function NewsletterLimitsPanel({ learnedPerHour }: { learnedPerHour: number | null }) {
  const limits = useQuery(newsletterLimitsQuery())
  return (
    <Panel
      title="Limits of sending newsletters"
      description="Your mail provider names them. Newsletters wait for their turn; single mails, such as confirmations, do not."
    >
      <PanelQuery query={limits} errorText="The limits could not be loaded." height="h-24">
        {(current) => <NewsletterLimitsForm current={current} learnedPerHour={learnedPerHour} />}
      </PanelQuery>
    </Panel>
  )
}

const fields = [
  ['perSecond', 'Per second'],
  ['perHour', 'Per hour'],
  ['perDay', 'Per day'],
] as const

type LimitsFormProps = { current: NewsletterLimits; learnedPerHour: number | null }

function NewsletterLimitsForm({ current, learnedPerHour }: LimitsFormProps) {
  const save = useSaveNewsletterLimits()
  const form = useForm<NewsletterLimits>({
    values: current,
    resolver: zodResolver(NewsletterLimits),
    // Values saved in another window replace only fields that are not being edited.
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty } = form.formState
  const leave = useLeaveGuard(isDirty, 'Your changes of the limits are not saved yet. They will be lost.')
  const typed = NewsletterLimits.safeParse(useWatch({ control: form.control }))
  const submit = form.handleSubmit((input) => {
    if (save.isPending) return
    const sent = form.getValues()
    save.mutate(submission({ body: input }), {
      onSuccess: (saved) => {
        resetToSaved(form, sent, saved)
        toast(adminMessages.newsletterLimitsSaved)
      },
      onError: (error) => {
        if (!showIssues(form, error)) toast(adminMessages.settingsFailed(messageOf(error)))
      },
    })
  })
  return (
    <FieldRules value={NewsletterLimits}>
      <form noValidate aria-label="Limits of sending newsletters" onSubmit={submit}>
        <div className="space-y-4">
          <div className="grid gap-4 sm:grid-cols-3">
            {fields.map(([name, label]) => (
              <TextField
                key={name}
                label={label}
                inputMode="numeric"
                autoComplete="off"
                placeholder="No limit"
                error={errors[name]?.message}
                {...form.register(name, { setValueAs: toLimit })}
              />
            ))}
          </div>
          <p role="status" className="text-sm text-ink-soft">
            {typed.success &&
              `A newsletter to ${EXAMPLE.toLocaleString('en-US')} subscribers takes ${describeDuration(EXAMPLE, typed.data)}.`}
          </p>
          {learnedPerHour !== null && typed.success && typed.data.perHour === null && (
            <LearnedLimit
              perHour={learnedPerHour}
              onUse={() => form.setValue('perHour', learnedPerHour, { shouldDirty: true, shouldValidate: true })}
            />
          )}
          <ToolButton type="submit" tone="primary" aria-disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save limits'}
          </ToolButton>
        </div>
        {leave.dialog}
      </form>
    </FieldRules>
  )
}

function LearnedLimit({ perHour, onUse }: { perHour: number; onUse: () => void }) {
  return (
    <p className="text-sm">
      The mail server was busy lately. It seems to take about {perHour.toLocaleString('en-US')} mails an hour.{' '}
      <ToolButton type="button" onClick={onUse}>
        Use that as the limit
      </ToolButton>
    </p>
  )
}

/** Empty for no limit. */
function toLimit(value: unknown): number | null {
  const text = String(value ?? '').trim()
  return text === '' ? null : Number(text)
}
