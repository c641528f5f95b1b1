import { useQuery } from '@tanstack/react-query'
import { type Redirect, RedirectInput } from '../../../contract/content/redirects.ts'
import { targetSuggestionQuery, useSaveRedirect } from '../../data/owner/redirects.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { TextField } from '../kit/form-fields.tsx'
import { EditDialog } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'
import { ToolButton } from '../kit/tool-button.tsx'

type RedirectDialogProps = {
  /** Undefined for a new one. */
  redirect: Redirect | undefined
  /** The old address of a new one, for which a target is suggested. */
  from?: string
  onClose: () => void
}

/** A redirect by hand to edit, or a new one. */
export function RedirectDialog({ redirect, from: missing = '', onClose }: RedirectDialogProps) {
  const edit = useRowForm({
    one: 'redirect',
    row: redirect,
    toValues: (row) => ({ from: row?.from ?? missing, to: row?.to ?? '' }),
    schema: RedirectInput,
    save: useSaveRedirect(),
    onSaved: ({ from, to }) => {
      toast(adminMessages.redirectSaved(`${from} leads to ${to}`))
      onClose()
    },
  })
  const { register, formState } = edit.form
  const field = (name: 'from' | 'to') => ({
    error: formState.errors[name]?.message,
    spellCheck: false,
    autoComplete: 'off',
    maxLength: 1000,
    ...register(name),
  })
  return (
    <EditDialog title={redirect ? 'Edit redirect' : 'New redirect'} one="redirect" edit={edit} onClose={onClose}>
      <div className="space-y-5">
        <TextField
          {...field('from')}
          label="Old address"
          placeholder="/2019/05/my-routine/"
          hint="A path of this site that has no page any more, also with a query such as /?p=123."
        />
        <TextField
          {...field('to')}
          label="Leads to"
          placeholder="/blog/my-routine"
          hint="A path of this site, or an address of another site that begins with https://."
        />
        {missing !== '' && (
          <Suggestion address={missing} onUse={(to) => edit.form.setValue('to', to, { shouldDirty: true })} />
        )}
      </div>
    </EditDialog>
  )
}

/** Offers the page with the most similar address. */
function Suggestion({ address, onUse }: { address: string; onUse: (to: string) => void }) {
  const { data, isPending } = useQuery(targetSuggestionQuery(address))
  const found = data?.found
  return (
    <div role="status" className="min-h-10 text-sm text-ink-soft">
      {isPending && 'Looking for a similar address…'}
      {found && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-0 wrap-anywhere">
            Perhaps “{found.title}”: {found.to}
          </span>
          <ToolButton aria-label={`Use ${found.to}`} onClick={() => onUse(found.to)}>
            Use it
          </ToolButton>
        </div>
      )}
    </div>
  )
}
