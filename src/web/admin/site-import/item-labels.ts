import type { ImportCount, SiteImport } from '../../../contract/app/site-imports.ts'

type ItemType = ImportCount['type']
type ItemState = ImportCount['state']

const nouns: Record<ItemType, [one: string, many: string]> = {
  text: ['text', 'texts'],
  category: ['category', 'categories'],
  picture: ['picture', 'pictures'],
  link: ['short link', 'short links'],
  product: ['product', 'products'],
  menu: ['menu', 'menus'],
  fragment: ['synced pattern', 'synced patterns'],
  comment: ['comment', 'comments'],
  problem: ['other item', 'other items'],
}

/** In the order in which they are shown. */
export const itemTypes = Object.keys(nouns) as ItemType[]

/** '1,234 texts'. */
export const counted = (count: number, type: ItemType) =>
  `${count.toLocaleString('en-US')} ${nouns[type][count === 1 ? 0 : 1]}`

const stateNames: Record<ItemState, string> = {
  waiting: 'not imported yet',
  done: 'imported',
  unchanged: 'unchanged',
  kept: 'kept as they are here',
  'left-out': 'left out',
  failed: 'failed',
  undone: 'taken back',
}

/** Readers do not see comments. */
export const stateName = (type: ItemType, state: ItemState) =>
  type === 'comment' && state === 'done' ? 'kept, but not shown to readers' : stateNames[state]

/** How many items of a type an import has, in a state if it is given. */
export function countOf({ counts }: SiteImport, type: ItemType, state?: ItemState): number {
  return counts
    .filter((each) => each.type === type && (state === undefined || each.state === state))
    .reduce((sum, { count }) => sum + count, 0)
}
