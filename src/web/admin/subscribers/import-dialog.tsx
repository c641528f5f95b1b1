import { type FormEvent, useId, useRef, useState } from 'react'
import {
  IMPORT_MAX,
  ImportInput,
  type ImportReport,
  type StatusMeaning,
  StatusQuestion,
} from '../../../contract/audience/subscriber-list.ts'
import { decodeTable, NOT_TEXT } from '../../../contract/shop/table-text.ts'
import { submission } from '../../data/mutations.ts'
import { useImportSubscribers } from '../../data/owner/subscribers.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { controlClass, FieldFrame, SelectField, TextAreaField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'
import { subscribers } from './use-subscriber-actions.ts'

type Errors = { csv?: string; consent?: string; whole?: string }

/** Imports subscribers after a dry run, and after another one for each decision about what the file leaves open. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { errors, report, meanings, isPending, isReady, isStale, isBlocked, ...edit } = useSubscriberImport(onClose)
  const form = useFocusInvalid(errors)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void edit.submit(new FormData(event.currentTarget))
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
            {isReady && report ? `Import ${subscribers(report.new)}` : isPending ? 'Checking...' : 'Check the file'}
          </ToolButton>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={handleSubmit} onChange={edit.startOver} noValidate className="space-y-4">
        <FieldFrame
          label="CSV file"
          optional={false}
          hint="Columns email, name and, if you like, tags, as Mailchimp, Kit, Substack or a spreadsheet export them."
          error={errors.csv}
        >
          {(control) => <input {...control} type="file" name="file" accept=".csv,text/csv" className={controlClass} />}
        </FieldFrame>
        <TextAreaField
          name="consent"
          label="How did they agree?"
          optional={false}
          hint="Kept with each of them, with today’s date, in case somebody asks."
          placeholder="Signed up on my old blog, confirmed by email"
          maxLength={500}
          error={errors.consent}
        />
        {errors.whole && <StatusMessage tone="error">{errors.whole}</StatusMessage>}
        {report && !isStale && <Report report={report} />}
      </form>
      {report && report.questions.length > 0 && (
        <Questions questions={report.questions} meanings={meanings} onDecide={edit.decide} />
      )}
    </Dialog>
  )
}

/** A file, its report, and the decisions about what it leaves open; any change of the form starts over. */
function useSubscriberImport(onClose: () => void) {
  const { mutate, isPending } = useImportSubscribers()
  const [errors, setErrors] = useState<Errors>({})
  const [report, setReport] = useState<ImportReport>()
  const [meanings, setMeanings] = useState<StatusMeaning[]>([])
  /** The counts are those of other decisions. */
  const [isStale, setIsStale] = useState(false)
  /** Counts the changes of the form: the report of an earlier file is not shown for another. */
  const edition = useRef(0)

  const isReady = report !== undefined && !isStale && report.open === 0
  const isBlocked = isPending || (isReady && report.new === 0)

  const startOver = () => {
    edition.current += 1
    setReport(undefined)
    setMeanings([])
    setIsStale(false)
    setErrors({})
  }

  const decide = (decided: StatusMeaning[]) => {
    edition.current += 1
    setMeanings(decided)
    setIsStale(true)
    setErrors({})
  }

  const submit = async (fields: FormData) => {
    if (isBlocked) return
    const isDryRun = !isReady
    const checkedEdition = edition.current
    const checked = await readForm(fields, { isDryRun, meanings })
    if (checked.errors) return setErrors(checked.errors)
    setErrors({})
    mutate(submission({ body: checked.input }), {
      onError: (error) => {
        if (checkedEdition === edition.current) setErrors({ whole: messageOf(error) })
        else if (!isDryRun) toast(adminMessages.actionFailed(messageOf(error)))
      },
      onSuccess: (result) => {
        if (result.isDryRun) {
          if (checkedEdition !== edition.current) return
          setReport(result)
          setIsStale(false)
          return
        }
        toast(adminMessages.subscribersImported(subscribers(result.new)))
        onClose()
      },
    })
  }

  return { errors, report, meanings, isPending, isReady, isStale, isBlocked, startOver, decide, submit }
}

async function readForm(
  fields: FormData,
  choices: Pick<ImportInput, 'isDryRun' | 'meanings'>,
): Promise<{ input: ImportInput; errors?: undefined } | { errors: Errors }> {
  const file = fields.get('file')
  if (file instanceof File && file.size > FILE_MAX) return { errors: { csv: 'Please choose a file of at most 3 MB' } }
  const csv = file instanceof File ? decodeTable(new Uint8Array(await file.arrayBuffer())) : ''
  if (csv === undefined) return { errors: { csv: NOT_TEXT } }
  const input = { csv, consent: String(fields.get('consent')), ...choices }
  const { success, error } = ImportInput.safeParse(input)
  return success ? { input } : { errors: errorsOf(error.issues) }
}

function Report({ report }: { report: ImportReport }) {
  const counts: [string, number][] = [
    ['New', report.new],
    ['Already there', report.alreadyThere],
    ['Unsubscribed, here or in the file; they stay so', report.unsubscribedBefore],
    ...(report.stillActive > 0
      ? [
          ['Active here although the file says they left; they stay active', report.stillActive] satisfies [
            string,
            number,
          ],
        ]
      : []),
    ['Suppressed: not changed', report.suppressed],
    ...(report.erased > 0
      ? [['Asked to be erased: only their own sign-up brings them back', report.erased] satisfies [string, number]]
      : []),
    ['Not valid', report.invalid],
    ...(report.open > 0 ? [['To be decided below', report.open] satisfies [string, number]] : []),
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
            <li key={`${line} ${text}`} className="wrap-anywhere">
              Line {line}: {text}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type QuestionsProps = {
  questions: StatusQuestion[]
  meanings: StatusMeaning[]
  onDecide: (meanings: StatusMeaning[]) => void
}

/** Outside of the form, whose changes start over. */
function Questions({ questions, meanings, onDecide }: QuestionsProps) {
  return (
    <section className="mt-4 space-y-4" aria-label="What does the file mean?">
      <p className="text-sm text-ink-soft">
        Nothing is imported before these have a decision. Then check the file again.
      </p>
      {questions.map((question) => {
        const { column, value } = question
        const others = meanings.filter((each) => each.column !== column || each.value !== value)
        const handleChoose = (choice: string) => {
          const { success, data: meaning } = StatusQuestion.shape.meaning.safeParse(choice)
          onDecide(success && meaning ? [...others, { column, value, meaning }] : others)
        }
        const chosen = meanings.find((each) => !others.includes(each))
        return (
          <SelectField
            optional={false}
            key={JSON.stringify([column, value])}
            label={`${questionOf(question)} (${subscribers(question.rows)})`}
            value={chosen?.meaning ?? ''}
            onChange={(event) => handleChoose(event.target.value)}
          >
            <option value="">Please choose</option>
            <option value="subscribed">They get the newsletter</option>
            <option value="left">They do not get it</option>
          </SelectField>
        )
      })}
    </section>
  )
}

function questionOf({ column, value }: StatusQuestion): string {
  if (value === null) return `What does a text in ${column} mean?`
  return value === '' ? `What does an empty ${column} mean?` : `What does ${column} = ${value} mean?`
}

/** In bytes; a larger file might exceed the limit once encoded as JSON. */
const FILE_MAX = IMPORT_MAX * 0.75

function errorsOf(issues: { path: PropertyKey[]; message: string }[]): Errors {
  const messageOf = (name: string) => issues.find(({ path }) => path[0] === name)?.message
  return { csv: messageOf('csv') && 'Please choose a file', consent: messageOf('consent') }
}
