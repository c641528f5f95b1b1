import { type NetworkName, networks } from '../../../contract/shop/networks.ts'
import { networkRules } from '../../../contract/shop/program-rules.ts'
import { TextAreaField, TextField } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import type { ProgramForm, ProgramValues } from './program-values.ts'

type RuleFieldsProps = { form: ProgramForm; network: NetworkName }

/** The rules of a program about prices and its sentence, and the day on which they were read. */
export function RuleFields({ form, network }: RuleFieldsProps) {
  const { calendarDay } = useDates()
  const { register, formState, setValue } = form
  const { needsPriceReason, hidePriceHours, disclosure, readOn, source } = networkRules[network]
  const field = (name: keyof ProgramValues, label: string) => ({
    label,
    error: formState.errors[name]?.message,
    ...register(name),
  })
  const today = new Date().toISOString().slice(0, 10)
  return (
    <>
      <TextAreaField
        {...field('disclosure', 'Required sentence')}
        rows={2}
        maxLength={300}
        placeholder={disclosure}
        hint={
          disclosure
            ? `${networks[network].label} asks for it on every page with its links. Leave it empty for the usual one.`
            : 'Shown at the foot of every page, as the program asks. Empty for none.'
        }
      />
      {needsPriceReason && (
        <TextAreaField
          {...field('priceReason', 'Why you may show prices')}
          rows={2}
          maxLength={300}
          hint={`${networks[network].label} allows no typed prices, so none is shown or used. With a reason of 10 characters or more, such as prices that you take from its API, they are shown.`}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('hidePriceHours', 'Hide prices after (hours)')}
          inputMode="numeric"
          placeholder={hidePriceHours === null ? undefined : String(hidePriceHours)}
          hint="Prices checked longer ago are not shown. Empty for the limit of the network, if it has one."
          autoComplete="off"
        />
        <TextField {...field('currency', 'Currency')} placeholder="USD" maxLength={3} autoComplete="off" />
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          {...field('rulesReadOn', 'Rules read on')}
          type="date"
          max={today}
          hint={`Empty for ${calendarDay(readOn)}, when the rules of this network were entered here.`}
        />
        <ToolButton onClick={() => setValue('rulesReadOn', today, { shouldDirty: true })}>
          I have read them today
        </ToolButton>
        {source && (
          <a href={source} target="_blank" rel="noopener noreferrer" className="text-sm underline underline-offset-4">
            Read the rules<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
      </div>
    </>
  )
}
