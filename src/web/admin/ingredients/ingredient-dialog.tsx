import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { IngredientInput, type IngredientUses, type OwnerIngredient } from '../../../contract/content/ingredients.ts'
import { ingredientCalls, ingredientUsesQuery } from '../../data/owner/ingredients.ts'
import { ingredientHref } from '../../hrefs.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { EditDialog } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'
import { toolClass } from '../kit/tool-button.tsx'
import { IngredientFields } from './ingredient-fields.tsx'
import { ingredients, valuesOf, withoutEmptyRows } from './ingredients.ts'

type IngredientDialogProps = {
  ingredient: OwnerIngredient | undefined
  /** The suggested name of a new one; otherwise the one that the address suggests. */
  name?: string
  onSaved?: (ingredient: OwnerIngredient) => void
  onClose: () => void
}

/** An ingredient to edit, or a new one. */
export function IngredientDialog({ ingredient, name: given, onSaved, onClose }: IngredientDialogProps) {
  const { query } = useRouter()
  const suggestedName = given ?? query.get('name') ?? ''
  const { data: others } = useQuery(ingredientCalls.list())
  const edit = useRowForm({
    one: ingredients.one,
    row: ingredient,
    toValues: (row) => valuesOf(row, suggestedName),
    schema: IngredientInput,
    save: ingredientCalls.useSave(),
    onSaved: (saved) => {
      const { name } = saved
      toast(ingredient ? adminMessages.ingredientSaved(name) : adminMessages.ingredientCreated(name))
      if (onSaved) onSaved(saved)
      else onClose()
    },
  })
  const { form } = edit
  const submit = (event: FormEvent) => {
    form.reset(withoutEmptyRows(form.getValues()), { keepDefaultValues: true, keepDirty: true })
    edit.submit(event)
  }
  return (
    <EditDialog
      title={ingredient ? 'Edit Ingredient' : 'New Ingredient'}
      one={ingredients.one}
      edit={{ ...edit, submit }}
      onClose={onClose}
      size="large"
      footer={
        ingredient?.isActive && (
          <a
            href={ingredientHref(ingredient.slug)}
            target="_blank"
            rel="noopener"
            className={`${toolClass('quiet')} w-full sm:mr-auto sm:w-auto`}
          >
            View on site<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )
      }
    >
      {ingredient && <IngredientUsesList id={ingredient.id} />}
      <IngredientFields
        form={form}
        otherNames={others?.items.filter(({ id }) => id !== ingredient?.id).map(({ name }) => name) ?? []}
      />
    </EditDialog>
  )
}

/** Titles of each kind that a list names. */
const NAMED_MAX = 10

/** 'Used by 2 products, mentioned in 1 post', with their names. */
export function IngredientUsesList({ id }: { id: number }) {
  const { data, isError } = useQuery(ingredientUsesQuery(id))
  if (isError) return <p className="text-sm text-ink-soft">Where it is used could not be loaded.</p>
  if (!data) return <p className="text-sm text-ink-soft">Looking for its uses…</p>
  return (
    <details className="text-sm">
      <summary className="cursor-pointer py-2 font-semibold">{usesText(data)}</summary>
      <UseList label="Products" uses={data.products} total={data.productTotal} path="/admin/products" />
      <UseList label="Posts" uses={data.posts} total={data.postTotal} path="/admin/posts" />
    </details>
  )
}

function usesText({ productTotal, postTotal }: Pick<IngredientUses, 'productTotal' | 'postTotal'>): string {
  const products = productTotal === 1 ? '1 product' : `${productTotal} products`
  const posts = postTotal === 1 ? '1 post' : `${postTotal} posts`
  return `Used by ${products}, mentioned in ${posts}`
}

type UseListProps = { label: string; uses: { id: number; title: string }[]; total: number; path: string }

function UseList({ label, uses, total, path }: UseListProps) {
  if (total === 0) return null
  const named = uses.slice(0, NAMED_MAX)
  return (
    <div className="mt-1 mb-2">
      <p className="text-ink-soft">{label}</p>
      <ul className="list-disc pl-5">
        {named.map(({ id, title }) => (
          <li key={id} dir="auto" className="wrap-anywhere">
            <Link href={`${path}/${id}`} className="underline underline-offset-4 hover:text-accent-darker">
              {title}
            </Link>
          </li>
        ))}
        {total > named.length && <li>and {total - named.length} more</li>}
      </ul>
    </div>
  )
}
