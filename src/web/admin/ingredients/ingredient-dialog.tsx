import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { OwnerIngredient } from '../../../contract/content/ingredients.ts'
import { ApiError } from '../../data/api.ts'
import { ownerIngredientQuery } from '../../data/owner/ingredients.ts'
import { ingredientHref } from '../../hrefs.ts'
import { useRouter } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton, toolClass } from '../kit/tool-button.tsx'
import { IngredientForm } from './ingredient-form.tsx'
import { useOpenIngredient } from './use-open-ingredient.ts'

/** An ingredient to edit, or a new one for the id 'new', with the name that the address suggests. */
export function IngredientDialog({ id }: { id: string }) {
  return id === 'new' ? <EditDialog title="New Ingredient" /> : <LoadingDialog id={id} />
}

function LoadingDialog({ id }: { id: string }) {
  const { data, error, isError, refetch } = useQuery(ownerIngredientQuery(Number(id)))
  // What is being edited stays what it was when it was opened; the version tells whether it still is.
  const [opened, setOpened] = useState<OwnerIngredient>()
  if (data && !opened) setOpened(data)
  if (opened) return <EditDialog title="Edit Ingredient" ingredient={opened} />
  return (
    <PlainDialog title="Edit Ingredient">
      {!isError ? (
        <FormSkeleton />
      ) : error instanceof ApiError && [400, 404].includes(error.status) ? (
        <StatusMessage>There is no such ingredient. It may have been deleted.</StatusMessage>
      ) : (
        <StatusMessage tone="error">
          The ingredient could not be loaded.
          <ToolButton className="ml-3" onClick={() => void refetch()}>
            Try again
          </ToolButton>
        </StatusMessage>
      )}
    </PlainDialog>
  )
}

function EditDialog({ title, ingredient }: { title: string; ingredient?: OwnerIngredient }) {
  const open = useOpenIngredient()
  const { query } = useRouter()
  const formId = useId()
  const [isDirty, setIsDirty] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const close = () => (isDirty ? setIsLeaving(true) : open())
  return (
    <Dialog
      isOpen
      title={title}
      size="large"
      onClose={close}
      footer={
        <>
          {ingredient?.isActive && (
            <a
              href={ingredientHref(ingredient.slug)}
              target="_blank"
              rel="noopener"
              className={`${toolClass('quiet')} w-full sm:mr-auto sm:w-auto`}
            >
              View on site<span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
          <ToolButton onClick={close}>Cancel</ToolButton>
          <ToolButton type="submit" form={formId} tone="primary" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save'}
          </ToolButton>
        </>
      }
    >
      <IngredientForm
        id={formId}
        ingredient={ingredient}
        suggestedName={query.get('name') ?? ''}
        onDirty={setIsDirty}
        onSaving={setIsSaving}
        onSaved={() => open()}
      />
      <ConfirmDialog
        isOpen={isLeaving}
        title="Discard your changes?"
        confirmLabel="Discard"
        onConfirm={() => open()}
        onClose={() => setIsLeaving(false)}
      >
        <p>What you changed in this ingredient has not been saved.</p>
      </ConfirmDialog>
    </Dialog>
  )
}

function PlainDialog({ title, children }: { title: string; children: ReactNode }) {
  const open = useOpenIngredient()
  return (
    <Dialog isOpen title={title} onClose={() => open()}>
      {children}
    </Dialog>
  )
}

function FormSkeleton() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading the ingredient…</span>
      {['name', 'inci', 'summary', 'does', 'evidence'].map((field) => (
        <Skeleton key={field} className="h-16 w-full" />
      ))}
    </div>
  )
}
