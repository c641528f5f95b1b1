import { type FormEvent, useId, useRef, useState } from 'react'
import { REDIRECT_FILE_MAX, REDIRECT_LINES_MAX, type RedirectLine } from '../../../contract/content/redirects.ts'
import { decodeTable, NOT_TEXT } from '../../../contract/shop/table-text.ts'
import { submission } from '../../data/mutations.ts'
import { useImportRedirects } from '../../data/owner/redirects.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { controlClass, FieldFrame } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'

type Checked = { csv: string; lines: RedirectLine[] }

/** Imports a CSV file after a check that shows each line. */
export function ImportRedirectsDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { mutate, isPending } = useImportRedirects()
  const [error, setError] = useState<string>()
  const [checked, setChecked] = useState<Checked>()
  /** Counts the files: the check of an earlier one is not shown for another. */
  const edition = useRef(0)
  const good = checked?.lines.filter(({ problem }) => problem === null).length ?? 0

  const startOver = () => {
    edition.current += 1
    setChecked(undefined)
    setError(undefined)
  }
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const current = edition.current
    const file = new FormData(event.currentTarget).get('file')
    const csv = checked?.csv ?? (await readFile(file))
    if (csv === undefined) return setError(NOT_TEXT)
    if (csv === '') return setError('Please choose a CSV file')
    if (csv.length > REDIRECT_FILE_MAX) return setError('This file is too large')
    setError(undefined)
    mutate(submission({ body: { csv, isDryRun: checked === undefined } }), {
      onError: (failure) => current === edition.current && setError(messageOf(failure)),
      onSuccess: ({ added, lines }) => {
        if (checked) {
          toast(adminMessages.redirectsImported(redirects(added)))
          onClose()
        } else if (current === edition.current) setChecked({ csv, lines })
      },
    })
  }
  return (
    <Dialog
      isOpen
      title="Import redirects"
      onClose={onClose}
      footer={
        <DialogButtons
          formId={formId}
          isDisabled={isPending || (checked !== undefined && good === 0)}
          onClose={onClose}
        >
          {isPending ? 'Checking...' : checked ? `Import ${redirects(good)}` : 'Check the file'}
        </DialogButtons>
      }
    >
      <form id={formId} onSubmit={handleSubmit} onChange={startOver} noValidate className="space-y-4">
        <FieldFrame
          label="CSV file"
          optional={false}
          hint={`Columns from and to, one redirect a line, at most ${REDIRECT_LINES_MAX} lines at once.`}
          error={error}
        >
          {(control) => <input {...control} type="file" name="file" accept=".csv,text/csv" className={controlClass} />}
        </FieldFrame>
        {checked && <Report lines={checked.lines} good={good} />}
      </form>
    </Dialog>
  )
}

function Report({ lines, good }: { lines: RedirectLine[]; good: number }) {
  const faulty = lines.length - good
  return (
    <div role="status" className="rounded-lg border border-line bg-white p-4 text-sm">
      <p className="mb-2 font-semibold">
        Nothing is imported yet. {redirects(good)} can be imported
        {faulty > 0 && `, ${faulty === 1 ? '1 line has a problem' : `${faulty} lines have a problem`}`}.
      </p>
      <ul className="max-h-64 divide-y divide-line overflow-y-auto border-t border-line">
        {lines.map(({ line, from, to, problem }) => (
          <li key={line} className="py-2 wrap-anywhere">
            <span className="text-ink-soft">Line {line}:</span> {from} → {to}
            {problem !== null && <span className="block font-semibold text-alert-deep">{problem}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

const redirects = (count: number) => (count === 1 ? '1 redirect' : `${count} redirects`)

/** Undefined for a binary file. */
async function readFile(file: FormDataEntryValue | null): Promise<string | undefined> {
  if (!(file instanceof File)) return ''
  return decodeTable(new Uint8Array(await file.arrayBuffer()))
}
