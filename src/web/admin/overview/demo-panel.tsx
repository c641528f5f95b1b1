import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DemoContent } from '../../../contract/app/demo.ts'
import { submission } from '../../data/mutations.ts'
import { demoQuery, useAddDemo, useRemoveDemo, useUndoDemoRemoval } from '../../data/owner/overview.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { RemoveDemoDialog } from './remove-demo-dialog.tsx'

/** Removes the demo content, brings it back, or adds it. */
export function DemoPanel() {
  const { data: demo } = useQuery(demoQuery())
  if (!demo) return null
  return (
    <Panel title="Demo content" className="md:col-span-2 xl:col-span-12">
      {demo.isPresent ? <Present demo={demo} /> : demo.undoUntil ? <Removed until={demo.undoUntil} /> : <Absent />}
    </Panel>
  )
}

function Present({ demo }: { demo: DemoContent }) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoveDemo()
  const { posts, products, ingredients, routines, categories, images } = demo.counts
  const handleRemove = (edited: 'keep' | 'remove') =>
    remove.mutate(submission({ query: { edited } }), {
      onSuccess: () => {
        setIsOpen(false)
        toast(adminMessages.demoRemoved)
      },
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-prose text-sm text-ink-soft">
        The site shows invented content: {posts} posts, {products} products, {ingredients} ingredients, {routines}{' '}
        routines, {categories} categories and {images} pictures, with messages, newsletters, subscribers and numbers.
        Remove it when your own is ready.
      </p>
      <ToolButton tone="danger" onClick={() => setIsOpen(true)}>
        Remove demo content
      </ToolButton>
      <RemoveDemoDialog
        isOpen={isOpen}
        edited={demo.edited}
        isBusy={remove.isPending}
        error={remove.error?.message}
        onConfirm={handleRemove}
        onClose={() => setIsOpen(false)}
      />
    </div>
  )
}

function Removed({ until }: { until: string }) {
  const { moment } = useDates()
  const undo = useUndoDemoRemoval()
  const handleUndo = () =>
    undo.mutate(submission({}), {
      onSuccess: () => toast(adminMessages.demoRestored),
      onError: (error) => toast(adminMessages.actionFailed(error.message)),
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-prose text-sm text-ink-soft">
        The demo content is removed. It can be brought back until <time dateTime={until}>{moment(until)}</time>.
      </p>
      <ToolButton disabled={undo.isPending} onClick={handleUndo}>
        {undo.isPending ? 'Bringing it back...' : 'Undo removal'}
      </ToolButton>
    </div>
  )
}

function Absent() {
  const [isOpen, setIsOpen] = useState(false)
  const add = useAddDemo()
  const handleAdd = () =>
    add.mutate(submission({}), {
      onSuccess: () => {
        setIsOpen(false)
        toast(adminMessages.demoAdded)
      },
    })
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <p className="max-w-prose text-sm text-ink-soft">
        See how a full site looks: posts, products, messages and three months of numbers, all invented. One button
        removes them again.
      </p>
      <ToolButton onClick={() => setIsOpen(true)}>Add demo content</ToolButton>
      <ConfirmDialog
        isOpen={isOpen}
        title="Add the demo content?"
        confirmLabel={add.isPending ? 'Adding...' : 'Add demo content'}
        isDangerous={false}
        isBusy={add.isPending}
        error={add.error?.message}
        onConfirm={handleAdd}
        onClose={() => setIsOpen(false)}
      >
        <p>Readers see it at once, beside what you have written. Your own content and settings stay as they are.</p>
      </ConfirmDialog>
    </div>
  )
}
