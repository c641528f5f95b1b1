import { type FormEvent, useId, useRef, useState } from 'react'
import { IMPORT_MAX, ImportInput, type ImportReport } from '../../../contract/subscriber-list.ts'
import { submission } from '../../data/mutations.ts'
import { useImportSubscribers } from '../../data/owner/subscribers.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { controlClass, FieldFrame, TextAreaField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'
import { subscribers } from './use-subscriber-actions.ts'

type Errors = { csv?: string; consent?: string; whole?: string }

/** Imports subscribers after a dry run. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { mutate, isPending } = useImportSubscribers()
  const [errors, setErrors] = useState<Errors>({})
  const [report, setReport] = useState<ImportReport>()
  const form = useFocusInvalid(errors)
  /** Counts the changes of the form: the report of an earlier file is not shown for another. */
  const edition = useRef(0)

  const isBlocked = isPending || report?.new === 0

  const startOver = () => {
    edition.current += 1
    setReport(undefined)
    setErrors({})
  }

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBlocked) return
    const fields = new FormData(event.currentTarget)
    const file = fields.get('file')
    const isDryRun = report === undefined
    const checkedEdition = edition.current
    const csv = file instanceof File ? await readFile(file) : ''
    if (csv === undefined) return setErrors({ csv: 'Please choose a file of at most 3 MB' })
    const input = { csv, consent: String(fields.get('consent')), isDryRun }
    const checked = ImportInput.safeParse(input)
    if (!checked.success) return setErrors(errorsOf(checked.error.issues))
    setErrors({})
    mutate(submission({ body: input }), {
      onError: (error) => {
        if (checkedEdition === edition.current) setErrors({ whole: messageOf(error) })
        else if (!isDryRun) toast(adminMessages.actionFailed(messageOf(error)))
      },
      onSuccess: (result) => {
        if (result.isDryRun) {
          if (checkedEdition === edition.current) setReport(result)
          return
        }
        toast(adminMessages.subscribersImported(subscribers(result.new)))
        onClose()
      },
    })
  }

  return (
    <Dialog
      isOpen
      title="Import subscribers"
      onClose={onClose}
      footer={
        <>
          <ToolButton onClick={onClose}>Cancel</ToolButton>
          <ToolButton tone="primary" type="submit" form={formId} aria-disabled={isBlocked}>
            {report ? `Import ${subscribers(report.new)}` : isPending ? 'Checking...' : 'Check the file'}
          </ToolButton>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        onSubmit={(event) => void handleSubmit(event)}
        onChange={startOver}
        noValidate
        className="space-y-4"
      >
        <FieldFrame
          label="CSV file"
          hint="Columns email, name and, if you like, tags, as Mailchimp, Kit, Substack or a spreadsheet export them."
          error={errors.csv}
        >
          {(control) => <input {...control} type="file" name="file" accept=".csv,text/csv" className={controlClass} />}
        </FieldFrame>
        <TextAreaField
          name="consent"
          label="How did they agree?"
          hint="Kept with each of them, with today’s date, in case somebody asks."
          placeholder="Signed up on my old blog, confirmed by email"
          maxLength={500}
          error={errors.consent}
        />
        {errors.whole && <StatusMessage tone="error">{errors.whole}</StatusMessage>}
        {report && <Report report={report} />}
      </form>
    </Dialog>
  )
}

function Report({ report }: { report: ImportReport }) {
  const counts: [string, number][] = [
    ['New', report.new],
    ['Already there', report.alreadyThere],
    ['Unsubscribed, here or in the file; they stay so', report.unsubscribedBefore],
    ['Suppressed: not changed', report.suppressed],
    ['Not valid', report.invalid],
  ]
  return (
    <div role="status" className="rounded-lg border border-line bg-white p-4 text-sm">
      <p className="mb-2 font-semibold">Nothing is imported yet. This is what the file holds:</p>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1">
        {counts.map(([label, count]) => (
          <div key={label} className="contents">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-right font-semibold tabular-nums">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {report.invalidRows.length > 0 && (
        <ul className="mt-3 max-h-32 overflow-y-auto border-t border-line pt-2 text-ink-soft">
          {report.invalidRows.map(({ line, text }) => (
            <li key={line} className="wrap-anywhere">
              Line {line}: {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Undefined for a file that might exceed the limit once encoded as JSON. */
async function readFile(file: File): Promise<string | undefined> {
  return file.size > IMPORT_MAX * 0.75 ? undefined : file.text()
}

function errorsOf(issues: { path: PropertyKey[]; message: string }[]): Errors {
  const messageOf = (name: string) => issues.find(({ path }) => path[0] === name)?.message
  return { csv: messageOf('csv') && 'Please choose a file', consent: messageOf('consent') }
}
