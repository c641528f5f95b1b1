import { FileUp, Plus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { isPlainText, ROOT_FILE_BYTES_MAX, ROOT_FILES_MAX } from '../../../../contract/accounts/root-files.ts'
import type { RootFile } from '../../../../contract/accounts/verification.ts'
import { toast } from '../../../lib/toast.ts'
import { adminMessages } from '../../kit/admin-messages.ts'
import { CheckboxField, TextAreaField, TextField } from '../../kit/form-fields.tsx'
import { Panel } from '../../kit/panel.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { type Keyed, keyed, type PartProps } from './verification-draft.ts'

/** Files at the root of the site and in `.well-known`. */
export function RootFiles({ draft, faults, onChange, email }: PartProps & { email: string }) {
  const { files } = draft
  const add = useRef<HTMLButtonElement>(null)
  const setFiles = (next: Keyed<RootFile>[]) => onChange({ ...draft, files: next })
  const patch = (key: number, change: Partial<RootFile>) =>
    setFiles(files.map((file) => (file.key === key ? { ...file, ...change } : file)))
  return (
    <Panel
      title="Files at the root"
      description="Some services check a file instead of a tag, such as pinterest-1a2b3.html or ads.txt. Its text is sent as it is, and runs nothing."
    >
      <ul className="space-y-5">
        {files.map((file, at) => (
          <li key={file.key} className="rounded-lg border border-line p-3">
            <FileFields
              file={file}
              number={at + 1}
              nameFault={faults[`files.${at}.name`]}
              contentFault={faults[`files.${at}.content`]}
              onChange={(change) => patch(file.key, change)}
              onRemove={() => {
                setFiles(files.filter(({ key }) => key !== file.key))
                add.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
      {faults.files && <p className="mt-2 text-sm font-medium text-alert-deep">{faults.files}</p>}
      <ToolButton
        ref={add}
        className={files.length > 0 ? 'mt-4' : ''}
        aria-disabled={files.length >= ROOT_FILES_MAX}
        onClick={() => files.length < ROOT_FILES_MAX && setFiles([...files, keyed({ name: '', content: '' })])}
      >
        <Plus aria-hidden="true" className="size-4" />
        Add a file
      </ToolButton>
      <div className="mt-5 border-t border-line pt-4">
        <CheckboxField
          label="Serve a security.txt"
          hint={
            email
              ? `Tells finders of security problems to write to ${email}. A file of that name above wins.`
              : 'Needs the email of your contact page: Settings > Contact & social.'
          }
          checked={draft.securityTxt}
          aria-invalid={faults.securityTxt ? true : undefined}
          onChange={(event) => onChange({ ...draft, securityTxt: event.target.checked })}
        />
        {faults.securityTxt && (
          <p role="alert" className="mt-1 ml-8 text-sm font-medium text-alert-deep">
            {faults.securityTxt}
          </p>
        )}
      </div>
    </Panel>
  )
}

type FileFieldsProps = {
  file: RootFile
  /** Counted from 1. */
  number: number
  nameFault: string | undefined
  contentFault: string | undefined
  onChange: (change: Partial<RootFile>) => void
  onRemove: () => void
}

function FileFields({ file, number, nameFault, contentFault, onChange, onRemove }: FileFieldsProps) {
  return (
    <FileDrop onRead={onChange} number={number}>
      <TextField
        optional={false}
        label={`Name of file ${number}`}
        hint={
          file.name.startsWith('.well-known/')
            ? undefined
            : 'Ends in .html, .txt, .xml or .json, or begins with .well-known/'
        }
        error={nameFault}
        value={file.name}
        autoFocus={file.name === '' && file.content === ''}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextAreaField
        optional={false}
        label={`Content of file ${number}`}
        className="mt-3"
        rows={4}
        error={contentFault}
        value={file.content}
        spellCheck={false}
        onChange={(event) => onChange({ content: event.target.value })}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <ChooseFile number={number} onRead={onChange} />
        <ToolButton tone="danger" onClick={onRemove}>
          Remove<span className="sr-only"> file {number}</span>
        </ToolButton>
      </div>
    </FileDrop>
  )
}

type FileDropProps = { number: number; onRead: (file: RootFile) => void; children: ReactNode }

/** Takes a dropped file for both fields. */
function FileDrop({ number, onRead, children }: FileDropProps) {
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button next to it does the same by keyboard
    <div
      data-drop={number}
      className={isOver ? 'rounded-lg outline-2 outline-offset-4 outline-accent-deep' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        void takeFile(event.dataTransfer.files[0], onRead)
      }}
    >
      {children}
    </div>
  )
}

function ChooseFile({ number, onRead }: Pick<FileDropProps, 'number' | 'onRead'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={`File ${number} from this device`}
        onChange={(event) => {
          void takeFile(event.target.files?.[0], onRead)
          event.target.value = ''
        }}
      />
      <ToolButton onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" className="size-4" />
        Choose or drop a file
      </ToolButton>
    </>
  )
}

/** Reads a small text file; says what is wrong with another. */
async function takeFile(file: File | undefined, onRead: (file: RootFile) => void): Promise<void> {
  if (!file) return
  const content = file.size <= ROOT_FILE_BYTES_MAX ? decode(await file.arrayBuffer()) : undefined
  if (content !== undefined && isPlainText(content)) onRead({ name: file.name, content })
  else
    toast(
      adminMessages.actionFailed(
        file.size > ROOT_FILE_BYTES_MAX ? 'Please keep the file under 10 kB' : 'Please choose a text file',
      ),
    )
}

function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
