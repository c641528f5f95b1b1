import { useState } from 'react'
import { type ImportDecisions, noDecisions } from '../../../../contract/shop/import-decisions.ts'
import type { ColumnMapping, ImportConflict, ImportDone, ImportPlan } from '../../../../contract/shop/product-import.ts'
import { ApiError } from '../../../data/api.ts'
import { submission } from '../../../data/mutations.ts'
import { usePlanImport, useRunImport } from '../../../data/owner/product-import.ts'
import { toast } from '../../../lib/toast.ts'
import { StatusMessage } from '../../../ui/status-message.tsx'
import { adminMessages } from '../../kit/admin-messages.ts'
import { TabHeader } from '../../kit/panel.tsx'
import { messageOf } from '../../kit/server-errors.ts'
import { ToolLink } from '../../kit/tool-button.tsx'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseFile } from './choose-file.tsx'
import { countLabel } from './import-labels.ts'
import { RecentImports } from './recent-imports.tsx'
import { ReviewPlan } from './review-plan.tsx'

type Step = 'file' | 'columns' | 'plan' | 'done'

/** Imports products from a CSV in steps: file, columns, preview, import. */
export function ProductImport() {
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<File>()
  const [plan, setPlan] = useState<ImportPlan>()
  const [decisions, setDecisions] = useState(noDecisions)
  const [counts, setCounts] = useState<ImportDone>()
  const [progress, setProgress] = useState(0)
  const [problem, setProblem] = useState<string>()
  const planImport = usePlanImport()
  const run = useRunImport()

  const loadPreview = (chosen: File, next: Step, given: ImportDecisions, columns?: ColumnMapping) => {
    setProblem(undefined)
    setProgress(0)
    planImport.mutate(
      { file: chosen, columns, decisions: given, onProgress: setProgress },
      {
        onSuccess: (made) => {
          setFile(chosen)
          setPlan(made)
          setDecisions(given)
          setStep(next)
        },
        onError: (error) => setProblem(messageOf(error)),
      },
    )
  }

  const start = (skipRefused: boolean) => {
    if (!file || !plan) return
    setProblem(undefined)
    setProgress(0)
    run.mutate(
      submission({ file, columns: columnsOf(plan), decisions, plan: plan.plan, skipRefused, onProgress: setProgress }),
      {
        onSuccess: (done) => {
          setCounts(done)
          setStep('done')
          toast(adminMessages.productsImported(countLabel(done)))
        },
        onError: (error) => {
          setProblem(messageOf(error))
          if (error instanceof ApiError && error.status === 409) setPlan((error.body as ImportConflict).current)
        },
      },
    )
  }

  const isBusy = planImport.isPending || run.isPending
  return (
    <>
      <TabHeader title="Import products" description="A CSV from a spreadsheet, a network or another shop.">
        <ToolLink href="/admin/products">All products</ToolLink>
      </TabHeader>
      {problem && (
        <StatusMessage tone="error" className="mb-5">
          {problem}
        </StatusMessage>
      )}
      {isBusy && <UploadProgress part={progress} label={run.isPending ? 'Importing…' : 'Checking the rows…'} />}
      {step === 'file' && (
        <>
          <ChooseFile isBusy={isBusy} onChoose={(chosen) => loadPreview(chosen, 'columns', noDecisions)} />
          <RecentImports />
        </>
      )}
      {step === 'columns' && file && plan && (
        <ChooseColumns
          columns={plan.columns}
          warning={plan.warning}
          forAll={decisions.forAll}
          isBusy={isBusy}
          onBack={() => setStep('file')}
          onChoose={(columns, forAll) => loadPreview(file, 'plan', { ...decisions, forAll }, columns)}
        />
      )}
      {step === 'plan' && file && plan && (
        <ReviewPlan
          plan={plan}
          decisions={decisions}
          isBusy={isBusy}
          onBack={() => setStep('columns')}
          onDecide={(given) => loadPreview(file, 'plan', given, columnsOf(plan))}
          onImport={start}
        />
      )}
      {step === 'done' && counts && (
        <>
          <StatusMessage tone="success">
            <p>{countLabel(counts)}</p>
            <ToolLink href="/admin/products" tone="primary" className="mt-4">
              See the products
            </ToolLink>
          </StatusMessage>
          {counts.importId !== null && <RecentImports />}
        </>
      )}
    </>
  )
}

const columnsOf = ({ columns }: ImportPlan): ColumnMapping => columns.map((column) => column.field)

/** How much of the file has been sent; then that the server works on it, for which there is no number. */
function UploadProgress({ part, label }: { part: number; label: string }) {
  const isSent = part >= 1
  const words = isSent ? label : `Uploading… ${Math.round(part * 100)}%`
  return (
    <div role="status" className="mb-5 rounded-card border border-line bg-white px-5 py-4">
      <p className="text-sm font-semibold">{words}</p>
      <progress
        aria-label={words}
        max={1}
        value={isSent ? undefined : part}
        className="mt-2 h-2 w-full accent-accent-deep"
      />
    </div>
  )
}
