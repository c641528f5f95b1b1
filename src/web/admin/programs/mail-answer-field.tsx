import type { NetworkName } from '../../../contract/shop/networks.ts'
import { SelectField } from '../kit/form-fields.tsx'
import { useDates } from '../kit/use-dates.ts'
import type { ProgramForm } from './program-values.ts'

type MailAnswerFieldProps = { form: ProgramForm; network: NetworkName; answeredOn: string }

/** The reply of the program about links in mails. */
export function MailAnswerField({ form, network, answeredOn }: MailAnswerFieldProps) {
  const { calendarDay } = useDates()
  const isAmazon = network === 'amazon'
  return (
    <SelectField
      label="Links in mails"
      {...form.register('mailAnswer')}
      hint={[
        answeredOn && `Answered on ${calendarDay(answeredOn)}.`,
        isAmazon
          ? 'Without an answer, mails lead to a page of your site instead. Each marketplace decides by itself.'
          : 'Without an answer, links stay in mails. Where they are forbidden, mails lead to a page of your site instead.',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <option value="">{isAmazon ? 'Not asked, so forbidden' : 'Not asked'}</option>
      <option value="allowed">Allowed</option>
      <option value="forbidden">Forbidden</option>
    </SelectField>
  )
}
