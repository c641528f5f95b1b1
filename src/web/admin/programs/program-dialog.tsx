import { type NetworkName, networks } from '../../../contract/shop/networks.ts'
import { type Program, ProgramInput } from '../../../contract/shop/programs.ts'
import { useSaveProgram } from '../../data/owner/programs.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { CheckboxField, TextAreaField, TextField } from '../kit/form-fields.tsx'
import { EditDialog } from '../kit/rows/edit-dialog.tsx'
import { useRowForm } from '../kit/rows/use-row-form.ts'
import { MailAnswerField } from './mail-answer-field.tsx'
import { PostbackSection } from './postback-section.tsx'
import { type ProgramForm, type ProgramValues, resolveProgram, valuesOf } from './program-values.ts'
import { RuleFields } from './rule-fields.tsx'
import { RuleSummary } from './rule-summary.tsx'
import { TrackingIdFields } from './tracking-id-fields.tsx'

type ProgramDialogProps = {
  /** Undefined for a new one. */
  program: Program | undefined
  onClose: () => void
}

/** A program to edit, or a new one. */
export function ProgramDialog({ program, onClose }: ProgramDialogProps) {
  const edit = useRowForm({
    one: 'program',
    row: program,
    toValues: valuesOf,
    schema: ProgramInput,
    resolver: resolveProgram,
    save: useSaveProgram(),
    onSaved: ({ name }) => {
      toast(adminMessages.programSaved(name))
      onClose()
    },
  })
  return (
    <EditDialog title={program ? 'Edit Program' : 'New Program'} one="program" edit={edit} onClose={onClose}>
      <ProgramFields
        form={edit.form}
        network={program?.network ?? 'generic'}
        answeredOn={program?.mailAnsweredOn ?? ''}
      />
      {program && <PostbackSection program={program} />}
    </EditDialog>
  )
}

type ProgramFieldsProps = {
  form: ProgramForm
  network: NetworkName
  /** The day on which the program replied about links in mails; '' without a reply. */
  answeredOn: string
}

function ProgramFields({ form, network, answeredOn }: ProgramFieldsProps) {
  const { register, formState } = form
  const field = (name: keyof ProgramValues, label: string) => ({
    label,
    error: formState.errors[name]?.message,
    ...register(name),
  })
  return (
    <div className="space-y-5">
      <p className="text-sm text-ink-soft">Network: {networks[network].label}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field('name', 'Name')} maxLength={120} autoComplete="off" />
        <TextField {...field('advertiser', 'Advertiser')} maxLength={120} autoComplete="off" />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextAreaField
          {...field('hosts', 'Hosts')}
          spellCheck={false}
          hint="One a line. Links to them belong to this program."
        />
        <TextAreaField
          {...field('trackingIds', 'Tracking IDs')}
          spellCheck={false}
          hint="One a line, as they stand in your links and in the reports."
        />
      </div>
      <CodeFields form={form} network={network} />
      {network === 'amazon' && <TrackingIdFields form={form} />}
      <RuleFields form={form} network={network} />
      <MailAnswerField form={form} network={network} answeredOn={answeredOn} />
      <RuleSummary form={form} network={network} />
    </div>
  )
}

function CodeFields({ form: { register, formState }, network }: Omit<ProgramFieldsProps, 'answeredOn'>) {
  const parameter = networks[network].subIdParameter
  return (
    <>
      <CheckboxField
        {...register('allowsSubIds')}
        label="Links carry placement codes"
        hint={
          network === 'amazon'
            ? 'Only for associates whom Amazon has given permission. Without, give tracking IDs to posts below.'
            : 'The code names the page and the place of a link, never a reader; the reports repeat it.'
        }
      />
      <TextField
        label="Parameter of the codes"
        error={formState.errors.subIdParameter?.message}
        {...register('subIdParameter')}
        placeholder={parameter ?? 'none'}
        hint={
          parameter
            ? `Leave it empty for ${parameter}, which ${networks[network].label} repeats in its reports.`
            : 'The parameter that the network repeats in its reports. Without one, links carry no codes.'
        }
        maxLength={40}
        spellCheck={false}
        autoComplete="off"
      />
    </>
  )
}
