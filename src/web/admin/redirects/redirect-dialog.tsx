import { zodResolver } from '@hookform/resolvers/zod'
import { type Redirect, RedirectInput } from '../../../contract/content/redirects.ts'
import { useSaveRedirect } from '../../data/owner/redirects.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { TextField } from '../kit/form-fields.tsx'
import { EditDialog } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'

type RedirectDialogProps = {
  /** Undefined for a new one. */
  redirect: Redirect | undefined
  onClose: () => void
}

/** A redirect by hand to edit, or a new one. */
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const edit = useRowForm({
    one: 'redirect',
    row: redirect,
    toValues: (row) => ({ from: row?.from ?? '', to: row?.to ?? '' }),
    resolver: zodResolver(RedirectInput),
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
      </div>
    </EditDialog>
  )
}
