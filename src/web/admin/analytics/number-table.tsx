import { Fragment, type ReactNode } from 'react'

export type NumberTableProps = {
  caption: string
  /** The first is of the rows' names, the others of their numbers. */
  headers: string[]
  rows: { key: string | number; name: ReactNode; numbers: ReactNode[] }[]
  /** Header of the one column that narrow tables keep; the other numbers move to a line below. Absent: all columns stay. */
  main?: string | undefined
}

/** Classes of what narrow tables hide and show; many columns need more room. */
const few = { wide: 'hidden @md:table-cell', narrow: '@md:hidden' }
const many = { wide: 'hidden @2xl:table-cell', narrow: '@2xl:hidden' }

/** Names and their numbers. */
export function NumberTable({ caption, headers, rows, main }: NumberTableProps) {
  const { wide, narrow } = headers.length > 5 ? many : few
  const hides = (header: string | undefined) => (main === undefined || header === main ? '' : wide)
  return (
    <div className="@container">
      <table className="w-full text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-left">
            {headers.map((header, index) => (
              <th
                key={header}
                scope="col"
                className={`sticky top-0 bg-white px-2 py-2 font-semibold text-ink-soft ${index > 0 ? `text-right ${hides(header)}` : ''}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, numbers }) => (
            <Fragment key={key}>
              <tr className="border-line not-first:border-t">
                <th dir="auto" scope="row" className="px-2 py-2 text-left font-normal wrap-anywhere">
                  {name}
                </th>
                {numbers.map((number, index) => (
                  <td
                    key={headers[index + 1]}
                    className={`px-2 py-2 text-right align-top whitespace-nowrap tabular-nums ${hides(headers[index + 1])}`}
                  >
                    {number}
                  </td>
                ))}
              </tr>
              {main !== undefined && (
                <tr className={narrow}>
                  <td colSpan={2} className="px-2 pb-2.5 text-ink-soft">
                    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
                      {numbers.map((number, index) => {
                        const header = headers[index + 1]
                        return header === main || number === '–' ? null : (
                          <li key={header} className="tabular-nums">
                            {header} {number}
                          </li>
                        )
                      })}
                    </ul>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}
