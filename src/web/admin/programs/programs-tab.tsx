import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Program } from '../../../contract/shop/programs.ts'
import { submission } from '../../data/mutations.ts'
import { jobsQuery, useRunJob } from '../../data/owner/jobs.ts'
import { programsQuery, useDeleteProgram } from '../../data/owner/programs.ts'
import { useParams, useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ListedRow } from '../kit/rows/opened-row.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { ProgramDialog } from './program-dialog.tsx'
import { ProgramList } from './program-list.tsx'
import { UnpaidHosts } from './unpaid-hosts.tsx'

/** The affiliate programs that the links of the site lead to; the one in the URL is open in a dialog. */
export function ProgramsTab() {
  const { id } = useParams()
  const { navigate } = useRouter()
  const [toDelete, setToDelete] = useState<Program>()
  const open = (which?: number | 'new') =>
    navigate(which === undefined ? '/admin/programs' : `/admin/programs/${which}`, { stay: true })
  const programs = useQuery(programsQuery())
  const { data, isPending } = programs
  return (
    <>
      <TabHeader
        title="Programs"
        description="The affiliate programs behind your links, found in your products and posts, and what each asks of your pages."
        more={<RecogniseButton />}
      >
        <ToolButton tone="primary" onClick={() => open('new')}>
          <Plus aria-hidden="true" className="size-4" />
          New Program
        </ToolButton>
      </TabHeader>
      {isPending && <ListSkeleton />}
      <LoadFailure query={programs}>The programs could not be loaded.</LoadFailure>
      {data?.length === 0 && <NoPrograms />}
      {data && data.length > 0 && (
        <ProgramList programs={data} onEdit={(program) => open(program.id)} onDelete={setToDelete} />
      )}
      <UnpaidHosts />
      {id !== undefined && data && (
        <ListedRow key={id} one="program" id={id} rows={data} onClose={() => open()}>
          {(program) => <ProgramDialog program={program} onClose={() => open()} />}
        </ListedRow>
      )}
      {toDelete && <DeleteProgramDialog key={toDelete.id} program={toDelete} onClose={() => setToDelete(undefined)} />}
    </>
  )
}

function DeleteProgramDialog({ program, onClose }: { program: Program; onClose: () => void }) {
  const mutation = useDeleteProgram()
  const handleConfirm = () =>
    mutation.mutate(submission({ params: { id: program.id } }), {
      onSuccess: () => {
        toast(adminMessages.programDeleted(program.name))
        onClose()
      },
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Delete “${program.name}”?`}
      confirmLabel="Delete"
      isBusy={mutation.isPending}
      error={mutation.error && messageOf(mutation.error)}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>No link leads to it. Its rules and the tracking IDs that you gave to posts are lost.</p>
    </ConfirmDialog>
  )
}

/** Reads all links again; the list follows when that is done. */
function RecogniseButton() {
  const run = useRunJob()
  const queryClient = useQueryClient()
  const { data: jobs } = useQuery(jobsQuery())
  const job = jobs?.find(({ name }) => name === 'recognise-programs')
  const isBusy = run.isPending || (job !== undefined && job.state !== 'waiting')
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) void queryClient.invalidateQueries({ queryKey: programsQuery().queryKey })
    wasBusy.current = isBusy
  }, [isBusy, queryClient])
  const handleClick = () =>
    run.mutate(submission({ params: { name: 'recognise-programs' as const } }), {
      onSuccess: (next) => queryClient.setQueryData(jobsQuery().queryKey, next),
    })
  return (
    <ToolButton aria-disabled={isBusy} onClick={isBusy ? undefined : handleClick}>
      {isBusy ? 'Reading the links…' : 'Read links again'}
    </ToolButton>
  )
}

function NoPrograms() {
  return (
    <div className="rounded-card border border-dashed border-ink-faint/40 bg-white px-6 py-14 text-center text-ink-soft">
      <p className="font-display text-xl text-ink">No programs yet</p>
      <p className="mt-2">They appear here by themselves once a product or a post has an affiliate link.</p>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">Loading the programs…</span>
      {['one', 'two', 'three'].map((row) => (
        <Skeleton key={row} className="h-24 w-full rounded-card" />
      ))}
    </div>
  )
}
