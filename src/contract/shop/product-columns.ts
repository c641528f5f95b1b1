import * as z from 'zod/mini'
import { parseTimeCell, parseWholeNumberCell } from './product-cells.ts'
import { type FactColumn, factColumns } from './product-fact-cells.ts'
import { ProductFacts, ProductFactsInput, productFacts } from './product-facts.ts'
import { type Column, ProductInput, productFields, productOutput } from './product-fields.ts'

type FactName = keyof ProductFacts
const factNames = Object.keys(productFacts) as FactName[]

/**
 * The columns of the CSV file, in its order: new ones come last, so that a file of an older version is still known by its
 * header.
 */
const columns = {
  id: { label: 'Id', headers: ['id', 'productid'], parseCell: parseWholeNumberCell },
  ...productFields,
  position: {
    label: 'Position',
    headers: ['position', 'menuorder', 'sortorder', 'order', 'place', 'rank'],
    parseCell: parseWholeNumberCell,
  },
  /** With the id it identifies a product that this site exported: another site's ids name other products. */
  createdAt: { label: 'Creation time', headers: ['createdat'], parseCell: parseTimeCell },
  slug: { label: 'Slug', headers: ['slug', 'handle', 'permalink'], parseCell: parseSlugCell },
  ...labelled(),
}

function labelled(): Record<FactName, Column> {
  const found: Partial<Record<FactName, Column>> = {}
  for (const name of factNames) found[name] = { label: productFacts[name].label, ...factColumns[name] }
  return found as Record<FactName, Column>
}

/** The columns of a file that a version without facts has exported. */
export const FIRST_COLUMNS = Object.keys(columns).indexOf('slug')

export const ProductColumn = z.keyof(
  z.object({
    id: z.number(),
    ...productOutput,
    position: z.number(),
    createdAt: z.string(),
    slug: z.string(),
    ...ProductFacts.shape,
  }),
)
export type ProductColumn = z.infer<typeof ProductColumn>

/** Whether a file was exported by this site, of this version or an older one. */
export function isExportedHeader(header: readonly string[]): boolean {
  return header.length >= FIRST_COLUMNS && header.every((text, at) => text === ProductColumn.options[at])
}

export const productColumns: Readonly<Record<ProductColumn, Column>> = columns

export function isFactColumn(column: ProductColumn): column is FactName {
  return column in productFacts
}

/** The schema of a cell of the column; undefined where the cell is checked by its parser alone. */
export function schemaOf(column: ProductColumn): z.ZodMiniType | undefined {
  if (isFactColumn(column)) return ProductFactsInput.shape[column]
  return column in ProductInput.shape ? ProductInput.shape[column as keyof ProductInput] : undefined
}

/** A fact as its cell. */
export function printFact<Name extends FactName>(name: Name, facts: ProductFacts): string | number {
  const column: FactColumn<ProductFacts[Name]> = factColumns[name]
  return column.printCell(facts[name])
}

/** The product keeps its slug where the file has none. */
function parseSlugCell(cell: string): { value?: string } {
  return cell.trim() === '' ? {} : { value: cell }
}
