import { useId } from 'react'
import { type NetworkName, networks } from '../../../contract/shop/networks.ts'
import { networkRules, type ProgramRules, rulesOf, type StatedRules } from '../../../contract/shop/program-rules.ts'
import type { MailAnswer } from '../../../contract/shop/programs.ts'
import type { ProgramForm } from './program-values.ts'

type RuleSummaryProps = { form: ProgramForm; network: NetworkName }

/** The effects of the rules as they stand in the form. */
export function RuleSummary({ form, network }: RuleSummaryProps) {
  const headingId = useId()
  const [priceReason, hours, disclosure, rulesReadOn, mailAnswer] = form.watch([
    'priceReason',
    'hidePriceHours',
    'disclosure',
    'rulesReadOn',
    'mailAnswer',
  ])
  const hidePriceHours = Number(hours) || null
  const stated = { priceReason, hidePriceHours, disclosure, rulesReadOn }
  return (
    <section aria-labelledby={headingId} className="rounded-lg border border-line p-4">
      <h3 id={headingId} className="text-base">
        What this program’s rules do on your site
      </h3>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-ink-soft">
        {describeRules(network, { ...stated, mailAnswer }).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  )
}

/** One sentence for each rule, in the order of the table of rules. */
export function describeRules(
  network: NetworkName,
  { mailAnswer, ...stated }: StatedRules & { mailAnswer: MailAnswer },
): string[] {
  const rules = rulesOf(network, stated)
  return [
    describePrices(rules),
    ...(rules.refusesPictures ? [`Pictures on ${rules.shop}’s own hosts are refused.`] : []),
    describeMails(network, mailAnswer),
    rules.feed === 'page' ? 'Links in feeds lead to the page of your site.' : 'Links in feeds lead to the shop.',
    rules.shop ? `Buttons say “View on ${rules.shop}”.` : 'Buttons say “Shop Now”.',
    rules.disclosure ? `Pages show “${rules.disclosure}”` : 'No sentence is required on pages.',
    checks[rules.linkCheck],
  ]
}

function describePrices({ showsPrices, hidePriceHours, shop }: ProgramRules): string {
  if (!showsPrices) return `No price is shown or used: “See price at ${shop || 'the shop'}” stands in its place.`
  if (hidePriceHours === null) return 'Prices are shown with the day of their check.'
  const [count, unit] = hidePriceHours % 24 === 0 ? [hidePriceHours / 24, 'day'] : [hidePriceHours, 'hour']
  return `Prices are shown for ${count} ${unit}${count === 1 ? '' : 's'} after their check.`
}

function describeMails(network: NetworkName, answer: MailAnswer): string {
  if (answer === 'forbidden') return 'Mails lead to a page of your site instead of the shop.'
  if (answer === 'allowed') return 'Links stand in mails, as the program allows.'
  return networkRules[network].mail === 'forbidden'
    ? `Mails lead to a page of your site instead of the shop, until ${networks[network].label} allows links in mails.`
    : 'Links stand in mails; whether the program allows that is not known yet.'
}

const checks: Record<ProgramRules['linkCheck'], string> = {
  'destination without tag': 'The nightly check opens the page behind a link without your tag.',
  'unwrapped destination': 'The nightly check opens the shop’s page behind a link, and never the tracking link itself.',
  'as it is': 'The nightly check opens links as they are.',
  'not checked': 'Links are not opened by the nightly check.',
}
