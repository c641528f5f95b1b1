import BetterSqlite from 'better-sqlite3'

/** Gives products of a demo's database facts: one has all of them, `oat-cream`, others have some to filter by. */
export function addProductFacts(file: string): void {
  const db = new BetterSqlite(file)
  const ids = db.prepare('select id from products where is_active = 1 order by position').pluck().all() as number[]
  const addTerm = db.prepare('insert into product_terms (product_id, kind, key, label) values (?, ?, ?, ?)')
  const setFacts = db.prepare('update products set facts = ?, rating_halves = ?, slug = ? where id = ?')
  db.exec('delete from product_terms; delete from product_ingredients; delete from post_references')
  for (const [index, id] of ids.entries()) {
    const facts =
      index === 0 ? allFacts : { brand: index % 2 ? 'Linnet Row' : 'Oatwhistle', rating: 3 + (index % 4) / 2 }
    setFacts.run(JSON.stringify(facts), facts.rating * 2, index === 0 ? 'oat-cream' : `product-number-${index}`, id)
    addTerm.run(id, 'brand', facts.brand.toLowerCase(), facts.brand)
    if (index % 3 === 0) addTerm.run(id, 'skin', 'dry', 'dry')
    if (index % 4 === 0) addTerm.run(id, 'free', 'fragrance-free', 'Fragrance-free')
  }
  const [first] = ids
  const addIngredient = db.prepare(
    'insert into product_ingredients (product_id, position, name, key) values (?, ?, ?, ?)',
  )
  for (const [position, name] of allFacts.keyIngredients.entries())
    addIngredient.run(first, position, name, name.toLowerCase())
  // A shop of no program, which shows a price whatever its age.
  db.prepare(
    `update products set name = 'Oat Cream', price_minor = 2450, affiliate_link = 'https://hearth.example/oat' where id = ?`,
  ).run(first)
  db.prepare(`insert into post_references select id, 'product', ? from posts where slug = 'retinol-for-beginners'`).run(
    first,
  )
  db.prepare(
    `insert into redirects (kind, from_slug, target_id, created_at) values ('products', 'old-cream', ?, '2026-01-01')`,
  ).run(first)
  db.close()
}

const allFacts = {
  brand: 'Oatwhistle',
  sizeAmount: 50,
  sizeUnit: 'ml',
  shopName: 'Hearth & Hale',
  priceCheckedOn: '2026-03-03',
  otherShops: [
    { name: 'Plain Jar', link: 'https://jar.example/oat', price: '23.00', currency: 'USD', checkedOn: '2026-02-01' },
    { name: 'Markt Drogerie', link: 'https://markt.example/hafer', price: '19.90', currency: 'EUR', checkedOn: '' },
    { name: 'Corner Chemist', link: 'https://chemist.example/oat', price: '', currency: 'USD', checkedOn: '' },
  ],
  keyIngredients: ['Colloidal oatmeal', 'Glycerin'],
  skinTypes: ['dry', 'sensitive'],
  concerns: ['Redness'],
  texture: 'Rich cream',
  fragranceFree: true,
  alcoholFree: false,
  spf: 30,
  comedogenicNote: 'Nothing known to clog.',
  rating: 4.5,
  verdict: 'The one I repurchase without thinking.',
  forWhom: 'Skin that gets tight by noon.',
  notForWhom: 'Anyone who wants a matte finish.',
  pros: ['Sinks in within a minute', 'Never stings'],
  cons: ['The jar'],
  testedWeeks: 8,
  obtained: 'gifted',
}
