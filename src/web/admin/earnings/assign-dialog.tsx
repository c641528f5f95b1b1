import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useId, useState } from 'react'
import type { UnattributedGroup } from '../../../contract/shop/earning-rules.ts'
import { submission } from '../../data/mutations.ts'
import { useCreateRule } from '../../data/owner/earnings.ts'
import { ownerPostsQuery } from '../../data/owner/posts.ts'
import { productCalls } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { SelectField, TextField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { useDiscardGuard } from '../kit/use-leave-guard.tsx'
import { nameGroup } from './name-group.ts'

const FOUND = 50

/** The subject of a rule, such as a tracking ID of a network. */
type Assignable = Pick<UnattributedGroup, 'kind' | 'network' | 'value'> & Partial<Pick<UnattributedGroup, 'isShared'>>

type AssignDialogProps = {
  group: Assignable
  /** The name of a SKU's product in the report. */
  productName?: string | null
  onClose: () => void
}

/** Attributes the sales of a tracking ID or sub-id to a post or a product, those of a SKU to a product. */
export function AssignDialog({ group, productName, onClose }: AssignDialogProps) {
  const isSku = group.kind === 'sku'
  const formId = useId()
  const [noun, setNoun] = useState<Noun>(isSku ? 'product' : 'post')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const found = useFound(noun, typed)
  const { assign, isPending, error } = useAssign(group, onClose)
  const guard = useDiscardGuard(typed + chosen !== '', 'What you changed in this rule has not been saved.')
  const close = () => guard.confirm(onClose)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const id = Number(chosen || found?.[0]?.id)
    if (id) assign(noun === 'post' ? { postId: id } : { productId: id })
  }

  return (
    <Dialog
      isOpen
      title={`Assign ${nameGroup(group)}`}
      onClose={close}
      footer={
        <DialogButtons formId={formId} isDisabled={isPending || !found?.length} onClose={close}>
          Assign
        </DialogButtons>
      }
    >
      <form id={formId} className="space-y-4" onSubmit={handleSubmit}>
        {isSku ? (
          productName && <p className="text-sm text-ink-soft wrap-anywhere">Reports call it ‘{productName}’.</p>
        ) : (
          <NounSelect
            noun={noun}
            onChange={(next) => {
              setNoun(next)
              setChosen('')
            }}
          />
        )}
        <TextField
          optional={null}
          label="Search"
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen('')
          }}
        />
        <FoundSelect noun={noun} found={found} chosen={chosen} onChoose={setChosen} />
        {error && <StatusMessage tone="error">{messageOf(error)}</StatusMessage>}
      </form>
      {guard.dialog}
    </Dialog>
  )
}

type Noun = 'post' | 'product'
type Found = { id: number; name: string }

function NounSelect({ noun, onChange }: { noun: Noun; onChange: (noun: Noun) => void }) {
  return (
    <SelectField
      optional={null}
      label="Its sales belong to"
      value={noun}
      onChange={(event) => onChange(event.target.value === 'post' ? 'post' : 'product')}
    >
      <option value="post">A post</option>
      <option value="product">A product</option>
    </SelectField>
  )
}

type FoundSelectProps = { noun: Noun; found: Found[] | undefined; chosen: string; onChoose: (id: string) => void }

/** The first of the posts or products that were found is chosen until the owner chooses another. */
function FoundSelect({ noun, found, chosen, onChoose }: FoundSelectProps) {
  return (
    <SelectField
      optional={null}
      label={noun === 'post' ? 'Post' : 'Product'}
      value={chosen || String(found?.[0]?.id ?? '')}
      hint={found?.length === 0 ? 'Nothing found.' : undefined}
      onChange={(event) => onChoose(event.target.value)}
    >
      {found?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The posts or products that a search finds. */
function useFound(noun: Noun, typed: string): Found[] | undefined {
  const q = useDeferredValue(typed.trim()) || undefined
  const posts = useQuery({ ...ownerPostsQuery({ q, limit: FOUND }), enabled: noun === 'post' })
  const products = useQuery({ ...productCalls.list({ q, limit: FOUND }), enabled: noun === 'product' })
  return noun === 'post'
    ? posts.data?.items.map(({ id, title }) => ({ id, name: title || 'Untitled' }))
    : products.data?.items.map(({ id, name }) => ({ id, name }))
}

function useAssign({ kind, network, value }: Assignable, onDone: () => void) {
  const { mutate, isPending, error } = useCreateRule()
  const assign = (target: { postId: number } | { productId: number }) => {
    if (kind === null) return
    mutate(submission({ body: { kind, network, value, ...target } }), {
      onSuccess: ({ name }) => {
        toast({ title: 'Assigned', description: `The sales of ${value} belong to ‘${name}’ now.` })
        onDone()
      },
    })
  }
  return { assign, isPending, error }
}
