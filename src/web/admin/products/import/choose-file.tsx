import { FileSpreadsheet } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { IMPORT_BYTES_MAX } from '../../../../contract/shop/product-import.ts'

type ChooseFileProps = { isBusy: boolean; onChoose: (file: File) => void }

export function ChooseFile({ isBusy, onChoose }: ChooseFileProps) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const take = (file: File | undefined) => {
    if (!file || isBusy) return
    const isTooLarge = file.size > IMPORT_BYTES_MAX
    setProblem(isTooLarge ? 'The file is larger than 5 MB. Please split it.' : undefined)
    if (!isTooLarge) onChoose(file)
  }
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files?.[0])
    // The same file, mended meanwhile, can be chosen again.
    event.target.value = ''
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <>
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
        className={`block cursor-pointer rounded-card border-2 border-dashed px-6 py-12 text-center transition-colors focus-within:border-accent-deep focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-deep ${isOver ? 'border-accent-deep bg-cream' : 'border-edge bg-white hover:bg-cream/50'}`}
      >
        <FileSpreadsheet aria-hidden="true" strokeWidth={1.5} className="mx-auto size-10 text-accent-deep" />
        <span className="mt-3 block font-semibold">Choose a CSV file</span>
        <span className="mt-1 block text-sm text-ink-soft">
          or drop it here. UTF-8, separated by commas, semicolons or tabs; at most 5 MB and 20,000 rows.
        </span>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          disabled={isBusy}
          onChange={handleChange}
          className="sr-only"
        />
      </label>
      {problem && (
        <p role="alert" className="mt-3 text-sm font-medium text-alert-deep">
          {problem}
        </p>
      )}
      <p className="mt-4 text-sm text-ink-soft">
        Nothing is changed yet: first you see what every row would do. Images come as addresses. A file from “Export
        CSV” can be edited and brought back.
      </p>
    </>
  )
}
