import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import type { UnattributedGroup } from '../../../contract/shop/earning-rules.ts'
import { submission } from '../../data/mutations.ts'
import { useCreateRule } from '../../data/owner/earnings.ts'
import { ownerPostsQuery } from '../../data/owner/posts.ts'
import { productCalls } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField, TextField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
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
  const [noun, setNoun] = useState<'post' | 'product'>(isSku ? 'product' : 'post')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const q = useDeferredValue(typed.trim()) || undefined
  const posts = useQuery({ ...ownerPostsQuery({ q, limit: FOUND }), enabled: noun === 'post' })
  const products = useQuery({ ...productCalls.list({ q, limit: FOUND }), enabled: noun === 'product' })
  const found =
    noun === 'post'
      ? posts.data?.items.map(({ id, title }) => ({ id, name: title || 'Untitled' }))
      : products.data?.items.map(({ id, name }) => ({ id, name }))
  const { mutate, isPending, error } = useCreateRule()
  const isChanged = typed !== '' || chosen !== ''
  const guard = useDiscardGuard(isChanged, 'What you changed in this rule has not been saved.')
  const close = () => guard.confirm(onClose)

  const assign = () => {
    const id = Number(chosen || found?.[0]?.id)
    if (!id || group.kind === null) return
    const body = {
      kind: group.kind,
      network: group.network,
      value: group.value,
      ...(noun === 'post' ? { postId: id } : { productId: id }),
    }
    mutate(submission({ body }), {
      onSuccess: ({ name }) => {
        toast({ title: 'Assigned', description: `The sales of ${group.value} belong to ‘${name}’ now.` })
        onClose()
      },
    })
  }

  return (
    <Dialog
      isOpen
      title={`Assign ${nameGroup(group)}`}
      onClose={close}
      footer={
        <>
          <ToolButton onClick={close}>Cancel</ToolButton>
          <ToolButton tone="primary" type="submit" form={formId} disabled={isPending || !found?.length}>
            Assign
          </ToolButton>
        </>
      }
    >
      <form
        id={formId}
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          assign()
        }}
      >
        {isSku ? (
          productName && <p className="text-sm text-ink-soft wrap-anywhere">Reports call it ‘{productName}’.</p>
        ) : (
          <SelectField
            label="Its sales belong to"
            value={noun}
            onChange={(event) => {
              setNoun(event.target.value as typeof noun)
              setChosen('')
            }}
          >
            <option value="post">A post</option>
            <option value="product">A product</option>
          </SelectField>
        )}
        <TextField
          label="Search"
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen('')
          }}
        />
        <SelectField
          label={noun === 'post' ? 'Post' : 'Product'}
          value={chosen || String(found?.[0]?.id ?? '')}
          hint={found?.length === 0 ? 'Nothing found.' : undefined}
          onChange={(event) => setChosen(event.target.value)}
        >
          {found?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {error && <StatusMessage tone="error">{messageOf(error)}</StatusMessage>}
      </form>
      {guard.dialog}
    </Dialog>
  )
}
