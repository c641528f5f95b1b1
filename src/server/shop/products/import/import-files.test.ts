import { expect, test } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { allProducts, planOf, refusalOf, runImport, sendImport } from '../../../../../test/import-products.ts'
import { testApp } from '../../../../../test/test-app.ts'

const LINK = 'https://shop.example'

test('a column whose cells do not fit the field is not guessed', async () => {
  const app = await testApp()
  const row = (id: string, rank: string, status: string) => `${id},${rank},Oat ${id},Masks,5,${LINK}/${id},${status}\n`
  const fields = async (rows: string) =>
    (await planOf(app, `id,Rank,name,category,price,link,status\n${rows}`)).columns.map((column) => column.field)
  const others = ['name', 'category', 'price', 'affiliateLink']
  expect(
    await fields(row('SKU-1', '4.5', 'in stock') + row('SKU-2', '4', 'sold out') + row('SKU-3', '3.9', '')),
  ).toEqual([null, null, ...others, null])
  expect(await fields(row('7', '5', 'active') + row('8', '5', 'draft') + row('9', '5', ''))).toEqual([
    'id',
    null,
    ...others,
    'isActive',
  ])
  expect(await fields(row('7', '1', 'on') + row('8', '2', 'off') + row('9', '3', 'on'))).toEqual([
    'id',
    'position',
    ...others,
    'isActive',
  ])
})

test.each([
  {
    language: 'German',
    header: 'Produktname;Kategorie;Preis;Währung;Bild-URL;Partnerlink;Aktiv;Marke;Größe;Einheit;Hauttyp;Vegan;LSF',
    cells: `Haferreiniger;Reinigung;14,99;EUR;${LINK}/a.jpg;${LINK}/a;ja;Hafer;150;ml;dry;nein;30`,
  },
  {
    language: 'French',
    header:
      'Nom du produit;Catégorie;Prix;Devise;Image;Lien affilié;Actif;Marque;Contenance;Unité;Type de peau;Vegan;SPF',
    cells: `Nettoyant;Visage;14,99;EUR;${LINK}/a.jpg;${LINK}/a;oui;Avoine;150;ml;dry;non;30`,
  },
  {
    language: 'Spanish',
    header:
      'Nombre;Categoría;Precio;Moneda;Imagen;Enlace de afiliado;Activo;Marca;Tamaño;Unidad;Tipo de piel;Vegano;FPS',
    cells: `Limpiador;Cara;14,99;EUR;${LINK}/a.jpg;${LINK}/a;sí;Avena;150;ml;dry;no;30`,
  },
])('the columns of a $language file are guessed', async ({ header, cells }) => {
  const { columns, counts } = await planOf(await testApp(), `${header}\n${cells}\n`)
  const facts = ['brand', 'sizeAmount', 'sizeUnit', 'skinTypes', 'vegan', 'spf']
  expect(columns.map(({ field }) => field)).toEqual([
    ...['name', 'category', 'price', 'currency', 'imageUrl', 'affiliateLink', 'isActive'],
    ...facts,
  ])
  expect(counts).toMatchObject({ create: 1, refused: 0 })
})

test('of two columns for a field the one that has values of it is guessed', async () => {
  const app = await testApp()
  const csv = `name,category,price,product,image,images,link\nOat,Masks,5,x,,${LINK}/oat.jpg,${LINK}/oat\n`
  const { columns } = await planOf(app, csv)
  expect(columns.map((column) => column.field)).toEqual([
    'name',
    'category',
    'price',
    null,
    null,
    'imageUrl',
    'affiliateLink',
  ])
})

test('the short links of a creator network are the affiliate links, and the plan says so where the shop is named too', async () => {
  const app = await testApp()
  const row = `Oat,Masks,5,${LINK}/oat,https://rstyle.me/+oat\n`
  const { columns, warning } = await planOf(app, `name,category,price,URL,Short URL\n${row}`)
  expect(columns.map((column) => column.field)).toEqual(['name', 'category', 'price', null, 'affiliateLink'])
  expect(warning).toBe(
    'The file has the columns “URL” and “Short URL”. The affiliate links are read from “Short URL”, where creator networks put the links that earn.',
  )
  expect((await planOf(app, `name,category,price,URL\nOat,Masks,5,${LINK}/oat\n`)).warning).toBeUndefined()
})

test('a row without a link comes in as inactive, and is found by its name the next time', async () => {
  const app = await testApp()
  const csv = 'name,category,price,link,active\nOat cream,Masks,5,,yes\nBirch,Masks,6,N/A,\n'
  const { rows, counts } = await planOf(app, csv)
  expect(counts).toMatchObject({ create: 2, refused: 0 })
  expect(rows.map((row) => row.notes)).toEqual([
    ['Inactive, because it has no link'],
    ['Inactive, because it has no link'],
  ])
  await runImport(app, csv)
  expect(await allProducts(app)).toMatchObject([
    { name: 'Oat cream', affiliateLink: '', isActive: false },
    { name: 'Birch', affiliateLink: '', isActive: false },
  ])
  expect(await (await app.request('/api/products')).json()).toEqual([])
  expect((await planOf(app, csv)).counts).toMatchObject({ create: 0, update: 0, unchanged: 2 })
})

test('a row without a link updates the product that has its name, which keeps its link and stays active', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Oat cream', category: 'Masks', affiliate_link: `${LINK}/oat` })
  await makeProduct(app.db, { name: 'Twin', affiliate_link: `${LINK}/1` })
  await makeProduct(app.db, { name: 'Twin', affiliate_link: `${LINK}/2` })
  const csv = 'name,category,price\nOat cream,Masks,9\nTwin,Masks,9\n'
  const { rows } = await planOf(app, csv)
  expect(rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['update'],
    ['refused', 'Several products have this name; add the affiliate link to say which'],
  ])
  await runImport(app, csv, { skipRefused: 'true' })
  expect((await allProducts(app))[0]).toMatchObject({ price: '9.00', affiliateLink: `${LINK}/oat`, isActive: true })
})

test('a product without a link is not activated before it has one', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { name: 'Oat cream', affiliate_link: '', is_active: false })
  const other = await makeProduct(app.db, { name: 'Birch', is_active: false })
  const response = await app.asOwner('/api/products/activate', { method: 'POST', json: { ids: [id, other] } })
  expect(await refusalOf(response)).toEqual([409, '“Oat cream” has no affiliate link yet. Nothing was activated.'])
  expect((await allProducts(app)).map((product) => product.isActive)).toEqual([false, false])
})

test('character references in links and names are decoded once, and a file of this site is taken as it is', async () => {
  const app = await testApp()
  const csv = [
    'name,category,price,link,image',
    `L&#8217;Or&eacute;al Salt &amp; Pepper,Face &amp; Body,5,${LINK}/oat?a=1&amp;tag=me-20,${LINK}/oat.jpg?w=1&#038;h=2`,
    `Oat &unknown; &amp;amp; &#xD800;,Masks,6,${LINK}/birch?a=1&tag=me-20&copy=2,`,
  ].join('\n')
  await runImport(app, csv)
  const products = await allProducts(app)
  expect(products).toMatchObject([
    {
      name: 'L’Oréal Salt & Pepper',
      category: 'Face & Body',
      affiliateLink: `${LINK}/oat?a=1&tag=me-20`,
      imageUrl: `${LINK}/oat.jpg?w=1&h=2`,
    },
    { name: 'Oat &unknown; &amp; &#xD800;', affiliateLink: `${LINK}/birch?a=1&tag=me-20&copy=2` },
  ])
  const exported = await (await app.asOwner('/api/products.csv')).text()
  expect((await planOf(app, exported)).counts).toMatchObject({ unchanged: 2, update: 0 })
})

test('files as Excel saves them are read: the line “sep=”, UTF-16 and Windows-1252', async () => {
  const app = await testApp()
  const csv = `Name;Category;Price;Link\r\nCrème brûlée;Masks;1,50;${LINK}/oat\r\n`
  const tabs = csv.replaceAll(';', '\t')
  const bigEndian = Buffer.from(`\ufeff${tabs}`, 'utf16le').swap16()
  for (const [what, file] of Object.entries({
    'sep=;': `sep=;\r\n${csv}`,
    'sep=| after a mark': `\ufeff"SEP=|"\n${csv.replaceAll(';', '|')}`,
    'UTF-16 little-endian': new Uint8Array(Buffer.from(`\ufeff${tabs}`, 'utf16le')),
    'UTF-16 big-endian': new Uint8Array(bigEndian),
    'UTF-16 without a mark': new Uint8Array(Buffer.from(csv, 'utf16le')),
    'Windows-1252': new Uint8Array(Buffer.from(csv, 'latin1')),
    'Decomposed UTF-8': csv.normalize('NFD'),
  })) {
    const { rows, columns } = await planOf(app, file)
    expect(
      columns.map((column) => column.field),
      what,
    ).toEqual(['name', 'category', 'price', 'affiliateLink'])
    expect(rows, what).toMatchObject([{ row: 2, outcome: 'create', name: 'Crème brûlée' }])
  }
})

test('an export of WooCommerce: several images in a cell, and drafts', async () => {
  const app = await testApp()
  const images = ['a', 'b', 'c'].map((name) => `https://cdn.example/${name}.jpg`)
  const csv = [
    'Name,Published,Categories,Regular price,Images,External URL',
    `Oat,1,Masks,5,"${images.join(', ')}",${LINK}/oat`,
    `Birch,-1,Masks,6,"${images[1]}",${LINK}/birch`,
    `Elder,0,Masks,7,,${LINK}/elder`,
  ].join('\n')
  expect(await runImport(app, csv)).toMatchObject({ create: 3, refused: 0 })
  expect(await allProducts(app)).toMatchObject([
    { name: 'Oat', isActive: true, imageUrl: images[0], facts: { moreImages: images.slice(1) } },
    { name: 'Birch', isActive: false, imageUrl: images[1], facts: { moreImages: [] } },
    { name: 'Elder', isActive: false, imageUrl: '' },
  ])
})

test('what programs write for an empty cell is not a picture', async () => {
  const app = await testApp()
  const cells = ['N/A', '-', 'none', 'null', 'NaN', '', 'no image', '—']
  const rows = cells.map((cell, at) => `Oat ${at},Masks,5,${LINK}/${at},${cell}`)
  expect(await runImport(app, `name,category,price,link,image\n${rows.join('\n')}\n`)).toMatchObject({
    create: cells.length,
    refused: 0,
  })
  expect(new Set((await allProducts(app)).map((product) => product.imageUrl))).toEqual(new Set(['']))
})

test('variant rows of a Shopify export are explained and left out', async () => {
  const app = await testApp()
  const csv = [
    'Handle,Title,Type,Variant Price,Image Src,Status',
    'oat-cream,Oat cream,Masks,24.00,https://cdn.example/oat.jpg,active',
    'oat-cream,,,48.00,,',
    'oat-cream,,,,https://cdn.example/oat-2.jpg,',
    'birch,Birch toner,Toners,9.00,,draft',
    'lost,,,9.00,,',
  ].join('\n')
  const { rows, counts } = await planOf(app, csv)
  expect(counts).toEqual({ create: 2, update: 0, unchanged: 0, refused: 1, skipped: 2 })
  expect(rows[1]).toMatchObject({
    outcome: 'skipped',
    reasons: ['A variant or a further picture of “Oat cream” in row 2, not a product of its own'],
  })
  expect(rows[4]?.reasons).toContain('Name: Name must be at least 2 characters')
  expect(await runImport(app, csv, { skipRefused: 'true' })).toMatchObject({ create: 2 })
  expect((await planOf(app, csv)).counts).toMatchObject({ create: 0, unchanged: 2, skipped: 2 })
})

test('a file without a header, or of another format, is named', async () => {
  const app = await testApp()
  const zip = (name: string) => Uint8Array.from(Buffer.from(`PK\u0003\u0004\u0014\u0000${name}`, 'latin1'))
  const csv = 'Please save or export the products as CSV, one in each row.'
  const open = 'Please open it and save it as “CSV UTF-8”.'
  const noHeader = (start: string) =>
    `The file has no header: its first row (“${start}”) is a product. Please add a row above it with the names of the columns, such as Name, Category, Price and Link.`
  for (const [file, message] of [
    [`Oat cream,Masks,5,${LINK}/oat,active\nBirch,Masks,6,${LINK}/birch,active\n`, noHeader('Oat cream, Masks, 5')],
    ['Oat cream;Masks;24,50\nBirch;Toners;9,00\n', noHeader('Oat cream, Masks, 24,50')],
    ['Oat cream,£5\n', noHeader('Oat cream, £5')],
    ['[{"name":"Oat cream"}]', `This is a JSON file, not a CSV. ${csv}`],
    ['\ufeff{\n  "products": []\n}', `This is a JSON file, not a CSV. ${csv}`],
    ['{"name":"Oat"}\n{"name":"Birch"}\n', `This is a JSON file, not a CSV. ${csv}`],
    ['[]', `This is a JSON file, not a CSV. ${csv}`],
    ['<!DOCTYPE html><html><body>Sign in</body></html>', `This is a web page (HTML), not a CSV. ${csv}`],
    ['<?xml version="1.0"?><rss></rss>', `This is an XML file, not a CSV. ${csv}`],
    [zip('[Content_Types].xml…xl/workbook.xml'), `This is an Excel workbook (XLSX). ${open}`],
    [zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), `This is a spreadsheet (ODS). ${open}`],
    [zip('products.csv'), 'This is a ZIP archive. Please unpack it and choose the CSV file in it.'],
    [Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), `This is an Excel workbook (XLS). ${open}`],
    [Uint8Array.from(Buffer.from('%PDF-1.7')), `This is a PDF, not a table. ${csv}`],
  ] as const)
    expect(await refusalOf(await sendImport(app, file, {}, '?dryRun=true'))).toEqual([422, message])
})

test('10,000 rows are planned and imported, with their history; a second time nothing happens', {
  timeout: 120_000,
}, async () => {
  const app = await testApp()
  const rows = Array.from({ length: 10_000 }, (_, at) => `Cream ${at},Masks,£${at % 90}.50,${LINK}/${at}`)
  const csv = `name,category,price,link\n${rows.join('\n')}\n`
  expect(await runImport(app, csv)).toMatchObject({ create: 10_000 })
  const dearer = csv.replaceAll('.50', '.75')
  expect(await runImport(app, dearer)).toMatchObject({ update: 10_000 })
  expect((await planOf(app, dearer)).counts).toMatchObject({ unchanged: 10_000 })
  const { count } = await app.db
    .selectFrom('product_revisions')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(20_000)
})
