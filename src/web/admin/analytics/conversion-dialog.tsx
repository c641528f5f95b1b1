import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ConversionInput } from '../../../contract/shop/conversions.ts'
import { submission } from '../../data/mutations.ts'
import { useDeleteConversion, useRecordConversion } from '../../data/owner/analytics.ts'
import { productCalls } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField, TextField } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { undoToast } from '../kit/undo-toast.ts'

type ConversionDialogProps = { isOpen: boolean; onClose: () => void }

/** Records a sale by hand, for networks that only send a monthly mail. */
export function ConversionDialog({ isOpen, onClose }: ConversionDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="Record a conversion" onClose={onClose}>
      <ConversionForm onDone={onClose} />
    </Dialog>
  )
}

function ConversionForm({ onDone }: { onDone: () => void }) {
  const { record, isPending } = useRecord(onDone)
  const [revenue, setRevenue] = useState('')
  const [conversionId, setConversionId] = useState('')
  const [productId, setProductId] = useState<number>()
  const [problems, setProblems] = useState<Record<string, string>>({})

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const input = { linkId: 'manual', revenue: revenue.trim(), conversionId: conversionId.trim() || null, productId }
    const parsed = ConversionInput.safeParse(input)
    if (!parsed.success) {
      setProblems(Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message])))
      return
    }
    setProblems({})
    record(parsed.data)
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <p className="text-sm text-ink-soft">It is counted on today’s date.</p>
      <TextField
        optional={false}
        label="Revenue"
        hint="What you earned, such as 12.50"
        inputMode="decimal"
        autoComplete="off"
        value={revenue}
        error={problems.revenue}
        onChange={(event) => setRevenue(event.target.value)}
      />
      <ProductChoice value={productId} onChange={setProductId} />
      <TextField
        label="Order number"
        optional
        hint="The same number is counted once"
        autoComplete="off"
        value={conversionId}
        error={problems.conversionId}
        onChange={(event) => setConversionId(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <ToolButton onClick={onDone}>Cancel</ToolButton>
        <ToolButton type="submit" tone="primary" disabled={isPending}>
          {isPending ? 'Saving...' : 'Record'}
        </ToolButton>
      </div>
    </form>
  )
}

/** Records a conversion, which the toast takes back. */
function useRecord(onDone: () => void) {
  const { mutate, isPending } = useRecordConversion()
  const takeBack = useDeleteConversion()
  const record = (input: ConversionInput) =>
    mutate(submission({ body: input }), {
      onSuccess: ({ id, isNew }) => {
        onDone()
        if (!isNew) toast(adminMessages.conversionKnown)
        else undoToast(adminMessages.conversionRecorded, () => takeBack.mutate(submission({ params: { id } })))
      },
    })
  return { record, isPending }
}

type ProductChoiceProps = { value: number | undefined; onChange: (id: number | undefined) => void }

/** A search narrows what the list offers. */
function ProductChoice({ value, onChange }: ProductChoiceProps) {
  const [term, setTerm] = useState('')
  const { data } = useQuery({
    ...productCalls.list({ q: term.trim() || undefined, limit: 30 }),
    placeholderData: (before) => before,
  })
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <TextField
        type="search"
        label="Find a product"
        optional
        autoComplete="off"
        value={term}
        onChange={(event) => setTerm(event.target.value)}
      />
      <SelectField
        optional
        label="Product"
        value={value ?? ''}
        onChange={(event) => onChange(Number(event.target.value) || undefined)}
      >
        <option value="">No product</option>
        {data?.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
