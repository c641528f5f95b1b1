import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { type AnyDb, columns, index, required } from './columns.ts'

/** Facts and pages of products, ingredients, routines, and what each post refers to. */
export const skincareModel: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time, flag } = columns(db)
    await db.schema.alterTable('products').addColumn('slug', 'text').execute()
    await db.schema
      .alterTable('products')
      .addColumn('facts', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute()
    await db.schema.alterTable('products').addColumn('rating_halves', 'integer').execute()
    await addSlugs(db)
    await db.schema.createIndex('products_by_slug').unique().on('products').column('slug').execute()

    await table('ingredients')
      .addColumn('slug', 'text', required('unique'))
      .addColumn('name', 'text', required())
      .addColumn('inci', 'text', required())
      .addColumn('synonyms', 'text', required())
      .addColumn('summary', 'text', required())
      .addColumn('details', 'text', required())
      .addColumn('is_linked', flag, required())
      .addColumn('is_active', flag, required())
      .addColumn('created_at', time, required())
      .addColumn('updated_at', time, required())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('deleted_at', time)
      .addColumn('deleted_slug', 'text')
      .execute()

    await table('routines')
      .addColumn('slug', 'text', required('unique'))
      .addColumn('name', 'text', required())
      .addColumn('image_url', 'text', required())
      .addColumn('image_alt', 'text', required())
      .addColumn('details', 'text', required())
      .addColumn('is_active', flag, required())
      .addColumn('position', 'integer', required())
      .addColumn('created_at', time, required())
      .addColumn('updated_at', time, required())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('deleted_at', time)
      .addColumn('deleted_slug', 'text')
      .execute()

    await db.schema
      .createTable('product_terms')
      .addColumn('product_id', 'integer', (column) => column.notNull().references('products.id').onDelete('cascade'))
      .addColumn('kind', 'text', required())
      .addColumn('key', 'text', required())
      .addColumn('label', 'text', required())
      .addPrimaryKeyConstraint('product_terms_key', ['product_id', 'kind', 'key'])
      .execute()
    await index(db, 'product_terms', ['kind', 'key', 'product_id'])

    await db.schema
      .createTable('product_ingredients')
      .addColumn('product_id', 'integer', (column) => column.notNull().references('products.id').onDelete('cascade'))
      .addColumn('position', 'integer', required())
      .addColumn('name', 'text', required())
      .addColumn('key', 'text', required())
      .addColumn('ingredient_id', 'integer', (column) => column.references('ingredients.id').onDelete('set null'))
      .addPrimaryKeyConstraint('product_ingredients_key', ['product_id', 'position'])
      .execute()
    await index(db, 'product_ingredients', ['ingredient_id'])
    await index(db, 'product_ingredients', ['key'])

    await db.schema
      .createTable('routine_products')
      .addColumn('routine_id', 'integer', (column) => column.notNull().references('routines.id').onDelete('cascade'))
      .addColumn('product_id', 'integer', required())
      .addPrimaryKeyConstraint('routine_products_key', ['routine_id', 'product_id'])
      .execute()
    await index(db, 'routine_products', ['product_id'])

    await db.schema
      .createTable('post_references')
      .addColumn('post_id', 'integer', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('kind', 'text', required())
      .addColumn('ref_id', 'integer', required())
      .addPrimaryKeyConstraint('post_references_key', ['post_id', 'kind', 'ref_id'])
      .execute()
    await index(db, 'post_references', ['kind', 'ref_id'])

    const posts = () => db.schema.alterTable('posts')
    await posts()
      .addColumn('link_ingredients', flag, (column) => column.notNull().defaultTo(sql.lit(true)))
      .execute()
    await posts().addColumn('update_note', 'text').execute()
    await posts().addColumn('update_noted_at', time).execute()
    await posts().addColumn('pin_layout', 'text').execute()
    await posts().addColumn('pin_image', 'text').execute()
  },
}

/** Each product gets a slug from its name; a later one of the same name gets a number. */
async function addSlugs(db: AnyDb): Promise<void> {
  const rows = await db.selectFrom('products').select(['id', 'name']).orderBy('id').execute()
  const taken = new Set<string>()
  for (const { id, name } of rows) {
    const base = toSlug(name) || `product-${id}`
    let slug = base
    for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`
    taken.add(slug)
    await db.updateTable('products').set({ slug }).where('id', '=', id).execute()
  }
}

function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 100)
    .replace(/-+$/, '')
}
