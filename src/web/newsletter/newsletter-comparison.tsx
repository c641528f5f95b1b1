import type { NewsletterBlock, NewsletterElement } from '../../contract/audience/newsletter-mail.ts'
import { NewsletterNodes, Table } from './newsletter-elements.tsx'
import { type ComparedFact, readComparison } from './newsletter-nodes.ts'
import { caption, cell } from './newsletter-styles.ts'
import { each, NewsletterPlaceProvider, paint, useNewsletterPlace } from './newsletter-theme.tsx'

/** Products next to each other at most: more would not fit a phone, and a mail cannot scroll to the side. */
const COLUMNS = 3

/** Products in columns, with the name of each row above it instead of in a column of its own. */
export function Comparison({ block }: { block: NewsletterBlock }) {
  const place = useNewsletterPlace()
  const { names, facts, notes } = readComparison(block)
  const groups = groupsOf(names.length)
  return (
    <NewsletterPlaceProvider value={{ ...place, isCompact: true, width: 120 }}>
      {each(groups, ([from, until]) => (
        <ComparisonTable
          names={names.slice(from, until)}
          facts={facts.map(({ label, values }) => ({ label, values: values.slice(from, until) }))}
        />
      ))}
      <NewsletterNodes nodes={notes} />
    </NewsletterPlaceProvider>
  )
}

function ComparisonTable({ names, facts }: { names: NewsletterElement[]; facts: ComparedFact[] }) {
  const { theme } = useNewsletterPlace()
  return (
    <Table label="Comparison">
      <thead>
        <tr>
          {each(names, (name) => (
            <th scope="col" {...paint(theme, { text: 'ink', border: 'line' }, cell(theme.sans))}>
              <NewsletterNodes nodes={name.children} />
            </th>
          ))}
        </tr>
      </thead>
      {each(facts, ({ label, values }) => (
        <tbody>
          <tr>
            <th
              scope="rowgroup"
              colSpan={names.length}
              {...paint(
                theme,
                { text: 'inkSoft' },
                { ...caption(theme.sans), fontWeight: 400, textAlign: 'left', padding: '8px 0 0' },
              )}
            >
              <NewsletterNodes nodes={label?.children ?? []} />
            </th>
          </tr>
          <tr>
            {each(values, (value) => (
              <td {...paint(theme, { text: 'ink', border: 'line' }, { ...cell(theme.sans), padding: '0 8px 8px 0' })}>
                <NewsletterNodes nodes={value.children} />
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </Table>
  )
}

/** Makes groups of nearly equal size: four products are twice two. */
function groupsOf(count: number): [from: number, until: number][] {
  const groups = Math.ceil(count / COLUMNS)
  const size = Math.ceil(count / Math.max(1, groups))
  return Array.from({ length: groups }, (_, at) => [at * size, Math.min(count, (at + 1) * size)])
}
