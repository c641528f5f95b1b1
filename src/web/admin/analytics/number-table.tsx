export type NumberTableProps = {
  caption: string
  /** The first is of the rows' names, the others of their numbers. */
  headers: string[]
  rows: { key: string | number; name: string; numbers: string[] }[]
}

/** Names and their numbers. */
export function NumberTable({ caption, headers, rows }: NumberTableProps) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-left">
          {headers.map((header, index) => (
            <th
              key={header}
              scope="col"
              className={`sticky top-0 bg-white px-2 py-2 font-semibold text-ink-soft ${index > 0 ? 'text-right' : ''}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, numbers }) => (
          <tr key={key} className="border-line not-last:border-b">
            <th dir="auto" scope="row" className="px-2 py-2 text-left font-normal wrap-anywhere">
              {name}
            </th>
            {numbers.map((number, index) => (
              <td key={headers[index + 1]} className="px-2 py-2 text-right whitespace-nowrap tabular-nums">
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
