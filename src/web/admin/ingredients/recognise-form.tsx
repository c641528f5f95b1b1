import { type FormEvent, useState } from 'react'
import { INGREDIENT_LIST_MAX, type RecognisedIngredients } from '../../../contract/content/ingredients.ts'
import { submission } from '../../data/mutations.ts'
import { ingredientCalls, useRecogniseIngredients } from '../../data/owner/ingredients.ts'
import { Link } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { TextAreaField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { StatusBadge } from '../kit/status-badge.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { toNewIngredient } from './ingredients.ts'

type RecogniseFormProps = {
  found: RecognisedIngredients | undefined
  onFound: (found: RecognisedIngredients) => void
}

type Entry = RecognisedIngredients['names'][number]

/** A field for an ingredient list, and what is known of it. Unknown names can be created on the spot. */
export function RecogniseForm({ found, onFound }: RecogniseFormProps) {
  const [text, setText] = useState('')
  const mutation = useRecogniseIngredients()
  const recognise = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() !== '') mutation.mutate(submission({ body: { text } }), { onSuccess: onFound })
  }
  return (
    <>
      <form onSubmit={recognise} className="space-y-3">
        <TextAreaField
          optional={false}
          label="Ingredient list"
          hint="As the package or the shop prints it."
          rows={6}
          value={text}
          maxLength={INGREDIENT_LIST_MAX}
          error={mutation.isError ? messageOf(mutation.error) : undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <ToolButton type="submit" tone="primary" disabled={mutation.isPending || text.trim() === ''}>
          {mutation.isPending ? 'Reading...' : 'Find known ingredients'}
        </ToolButton>
      </form>
      {found && <FoundNames found={found} onCreated={recognise} />}
    </>
  )
}

function FoundNames({ found, onCreated }: { found: RecognisedIngredients; onCreated: () => void }) {
  const known = found.names.filter(({ ingredient }) => ingredient)
  const unknown = found.names.filter(({ ingredient }) => !ingredient)
  if (found.names.length === 0) return <StatusMessage className="mt-5">There are no names in this text.</StatusMessage>
  return (
    <div className="mt-6 grid gap-6 sm:grid-cols-2">
      {found.isCut && (
        <StatusMessage className="sm:col-span-2">The list is long: only its first names were read.</StatusMessage>
      )}
      <section aria-labelledby="known-names" className="min-w-0">
        <h3 id="known-names" className="mb-2 text-lg">
          {known.length} known
        </h3>
        <ul className="divide-y divide-line">
          {known.map((entry) => (
            <KnownName key={entry.text} entry={entry} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="unknown-names" className="min-w-0">
        <h3 id="unknown-names" className="mb-2 text-lg">
          {unknown.length} unknown
        </h3>
        {unknown.length > 0 && (
          <p className="mb-2 text-sm text-ink-soft">A created one is inactive until you have written about it.</p>
        )}
        <ul className="divide-y divide-line">
          {unknown.map((entry) => (
            <UnknownName key={entry.text} text={entry.text} onCreated={onCreated} />
          ))}
        </ul>
      </section>
    </div>
  )
}

function KnownName({ entry: { text, ingredient } }: { entry: Entry }) {
  if (!ingredient) return null
  return (
    <li className="flex flex-wrap items-center gap-2 py-2 wrap-anywhere">
      <Link
        href={`/admin/ingredients/${ingredient.id}`}
        dir="auto"
        className="py-1 underline underline-offset-4 hover:text-accent-darker"
      >
        {ingredient.name}
      </Link>
      {text !== ingredient.name && (
        <span dir="auto" className="text-sm text-ink-soft">
          {text}
        </span>
      )}
      {!ingredient.isActive && <StatusBadge tone="quiet">Inactive</StatusBadge>}
    </li>
  )
}

function UnknownName({ text, onCreated }: { text: string; onCreated: () => void }) {
  const mutation = ingredientCalls.useSave()
  const create = () =>
    mutation.mutate(submission({ input: toNewIngredient(text) }), {
      onSuccess: ({ name }) => {
        toast(adminMessages.ingredientCreated(name))
        onCreated()
      },
    })
  return (
    <li className="flex items-center justify-between gap-2 py-2">
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {text}
      </span>
      <ToolButton disabled={mutation.isPending} onClick={create}>
        Create<span className="sr-only">: {text}</span>
      </ToolButton>
    </li>
  )
}
