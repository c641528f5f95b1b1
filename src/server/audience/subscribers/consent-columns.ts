/**
 * Finds how and since when readers agreed, in the exports of newsletter programs: the best column of either, if there is one. Cells are
 * quoted as they are, because no file says in what order its dates have day and month.
 */
export function findConsentColumns(header: readonly string[]): number[] {
  const names = header.map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return [dates, sources].flatMap((wanted) => {
    const found = wanted.map((name) => names.indexOf(name)).find((column) => column >= 0)
    return found === undefined ? [] : [found]
  })
}

/** The most exact first. */
const dates = [
  ...['consentdate', 'confirmtime', 'confirmedat', 'optintime', 'optindate', 'optinat', 'subscribedon', 'subscribedat'],
  ...[
    'subscriptiondate',
    'subscribedate',
    'signupdate',
    'signedupat',
    'createdat',
    'created',
    'addedtime',
    'dateadded',
  ],
]
const sources = [
  ...['consent', 'optinsource', 'signupsource', 'subscriptionsource', 'subscribesource', 'acquisitionsource'],
  ...['source', 'utmsource', 'signupform', 'referringsite'],
]

/** Characters of a quoted cell. */
const CELL_MAX = 100

/** `Confirm time: 2018-10-11 09:55:14`; blank cells are left out. */
export function quoteCells(header: readonly string[], cells: readonly string[], columns: readonly number[]): string[] {
  return columns.flatMap((column) => {
    const cell = cells[column]?.trim()
    return cell ? [`${header[column]?.slice(0, CELL_MAX)}: ${cell.slice(0, CELL_MAX)}`] : []
  })
}
