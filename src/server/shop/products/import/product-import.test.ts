import { expect, test } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { ImportConflict, ImportCounts, ImportDone, ImportPlan } from '../../../../contract/shop/product-import.ts'
import type { OwnerProduct } from '../../../../contract/shop/products.ts'

const LINK = 'https://shop.example'

function send({ asOwner }: TestApp, csv: string | Uint8Array, fields: Record<string, string> = {}, query = '') {
  const body = new FormData()
  body.set('file', new File([csv as BlobPart], 'products.csv', { type: 'text/csv' }))
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return asOwner(`/api/products/import${query}`, { body, method: 'POST' })
}

async function plan(app: TestApp, csv: string | Uint8Array, columns?: (string | null)[]): Promise<ImportPlan> {
  const fields: Record<string, string> = columns ? { columns: JSON.stringify(columns) } : {}
  const response = await send(app, csv, fields, '?dryRun=true')
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as ImportPlan
}

async function run(app: TestApp, csv: string, fields: Record<string, string> = {}): Promise<ImportCounts> {
  const response = await send(app, csv, { plan: (await plan(app, csv)).plan, ...fields })
  expect(response.status, await response.clone().text()).toBe(200)
  const { importId: _importId, ...counts } = (await response.json()) as ImportDone
  return counts
}

async function all({ asOwner }: TestApp): Promise<OwnerProduct[]> {
  return (await (await asOwner('/api/products?status=all')).json()) as OwnerProduct[]
}

async function refusal(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { message: string }).message]
}

const small = `Name,Category,Price,Affiliate link\nOat cream,Masks,24.5,${LINK}/oat\nBirch toner,Toners,9,${LINK}/birch\n`

test('a dry run says what would happen to each row, and writes nothing', async () => {
  const app = await testApp()
  const oat = await makeProduct(app.db, { name: 'Oat cream', price_minor: 1000, affiliate_link: `${LINK}/oat` })
  const clay = await makeProduct(app.db, { name: 'Clay mask', category: 'Masks', affiliate_link: `${LINK}/clay` })
  const csv = `${small}Clay mask,Masks,12.50,${LINK}/clay\nNo price,Masks,cheap,${LINK}/none\n`
  const { counts, rows, columns } = await plan(app, csv)
  expect(counts).toEqual({ create: 1, update: 1, unchanged: 1, refused: 1 })
  expect(rows).toEqual([
    {
      row: 2,
      outcome: 'update',
      name: 'Oat cream',
      productId: oat,
      reasons: [],
      changes: [
        { field: 'category', from: 'Cleansers', to: 'Masks' },
        { field: 'price', from: '10.00', to: '24.50' },
      ],
    },
    {
      row: 3,
      outcome: 'create',
      name: 'Birch toner',
      productId: null,
      reasons: [],
      changes: [
        { field: 'category', from: '', to: 'Toners' },
        { field: 'price', from: '', to: '9.00' },
      ],
    },
    { row: 4, outcome: 'unchanged', name: 'Clay mask', productId: clay, reasons: [], changes: [] },
    {
      row: 5,
      outcome: 'refused',
      name: 'No price',
      productId: null,
      reasons: ['Price: Please enter a price such as 24.50'],
      changes: [],
    },
  ])
  expect(columns).toEqual([
    { header: 'Name', samples: ['Oat cream', 'Birch toner', 'Clay mask'], field: 'name' },
    { header: 'Category', samples: ['Masks', 'Toners', 'Masks'], field: 'category' },
    { header: 'Price', samples: ['24.5', '9', '12.50'], field: 'price' },
    { header: 'Affiliate link', samples: [`${LINK}/oat`, `${LINK}/birch`, `${LINK}/clay`], field: 'affiliateLink' },
  ])
  expect((await all(app)).map((product) => product.price)).toEqual(['10.00', '12.50'])
  expect((await send(app, csv, {}, '?dryRun=true')).headers.get('content-type')).toContain('json')
})

test('an import does what its plan said, and the same file again changes nothing', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Oat cream', affiliate_link: `${LINK}/oat`, image_alt: 'Kept', position: 1 })
  expect(await run(app, small)).toEqual({ create: 1, update: 1, unchanged: 0, refused: 0 })
  expect(await all(app)).toMatchObject([
    { name: 'Oat cream', category: 'Masks', price: '24.50', imageAlt: 'Kept', version: 2, position: 1 },
    { name: 'Birch toner', price: '9.00', currency: 'USD', isActive: true, imageUrl: '', version: 1, position: 2 },
  ])
  expect(await run(app, small)).toEqual({ create: 0, update: 0, unchanged: 2, refused: 0 })
  expect((await all(app)).map((product) => product.version)).toEqual([2, 1])
  expect(await (await app.asOwner('/api/audit?limit=1')).json()).toMatchObject([
    { method: 'POST', path: '/products/import', subject: '2 rows' },
  ])
  expect(await (await app.request('/api/search?q=birch')).json()).toMatchObject({ products: [{ name: 'Birch toner' }] })
})

test('what was shown is what happens: a plan that is old is refused, with the new one', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { name: 'Oat cream', affiliate_link: `${LINK}/oat` })
  const shown = await plan(app, small)
  const { picture: _, ...product } = (await all(app))[0]!
  await app.asOwner(`/api/products/${id}`, { method: 'PUT', json: { ...product, imageAlt: 'A new jar' } })
  const response = await send(app, small, { plan: shown.plan })
  expect(response.status).toBe(409)
  const { message, current } = (await response.json()) as ImportConflict
  expect(message).toBe('The products have changed since this plan was made. Please look at the new one.')
  expect(current.plan).not.toBe(shown.plan)
  expect(await all(app)).toHaveLength(1)
  expect((await send(app, small, { plan: current.plan })).status).toBe(200)
  expect(await all(app)).toMatchObject([{ imageAlt: 'A new jar', price: '24.50' }, { name: 'Birch toner' }])
})

test('an import without its plan is refused', async () => {
  const app = await testApp()
  expect(await refusal(await send(app, small))).toEqual([
    400,
    'Please look at the plan of the import first (dryRun=true), and send its `plan`',
  ])
  expect((await send(app, small, { plan: 'a plan' })).status).toBe(400)
  expect(await all(app)).toEqual([])
})

test('a plan that was carried out does no harm when it is sent again', async () => {
  const app = await testApp()
  const { plan: shown } = await plan(app, small)
  expect((await send(app, small, { plan: shown })).status).toBe(200)
  const again = await send(app, small, { plan: shown })
  expect(again.status).toBe(200)
  expect(await again.json()).toEqual({ create: 0, update: 0, unchanged: 2, refused: 0, importId: null })
  expect(await all(app)).toHaveLength(2)
})

test('with a refused row nothing is imported, unless the owner says to leave it out', async () => {
  const app = await testApp()
  const csv = `${small}Bad,Masks,-1,${LINK}/bad\n`
  const { plan: shown } = await plan(app, csv)
  expect(await refusal(await send(app, csv, { plan: shown }))).toEqual([422, '1 row is refused. Nothing was imported.'])
  expect(await all(app)).toEqual([])
  expect(await run(app, csv, { skipRefused: 'true' })).toEqual({ create: 2, update: 0, unchanged: 0, refused: 1 })
  expect(await all(app)).toHaveLength(2)
})

test('each wrong cell is refused with its sentence', async () => {
  const app = await testApp()
  const header = 'id,name,category,price,currency,imageUrl,affiliateLink,isActive,position\n'
  for (const [row, reason] of [
    [`x1,Oat,Masks,1,,,${LINK}/a,,`, 'Id: “x1” is not a whole number from 1'],
    [`,Oat,Masks,1,,,${LINK}/a,,0`, 'Position: “0” is not a whole number from 1'],
    [`,Oat,Masks,1,,,${LINK}/a,maybe,`, 'Active: “maybe” is neither yes nor no'],
    [`,O,Masks,1,,,${LINK}/a,,`, 'Name: Name must be at least 2 characters'],
    [`,Oat,,1,,,${LINK}/a,,`, 'Category: Please enter a category'],
    [`,Oat,Masks,1.005,,,${LINK}/a,,`, 'Price: A price has at most two digits after the point'],
    [`,Oat,Masks,-1,,,${LINK}/a,,`, 'Price: A price cannot be negative'],
    [`,Oat,Masks,1.5,JPY,,${LINK}/a,,`, 'Price: A price in JPY has no digits after the point'],
    [`,Oat,Masks,1,,jar.png,${LINK}/a,,`, 'Image: Use an image of the media library or an address with https://'],
    [',Oat,Masks,1,,,shop.example,,', 'Affiliate link: Please enter a link that begins with http:// or https://'],
    [`,Oat,Masks,1,,,${LINK}/a,,,more`, 'The row has more cells than the header'],
  ] as const) {
    const { rows } = await plan(app, `${header}${row}\n`, header.trim().split(','))
    expect(
      rows.map((each) => [each.outcome, ...each.reasons]),
      row,
    ).toEqual([['refused', reason]])
  }
})

test('a row finds its product by its id, else by its affiliate link', async () => {
  const app = await testApp()
  const oat = await makeProduct(app.db, { name: 'Oat cream', affiliate_link: `${LINK}/oat` })
  const clay = await makeProduct(app.db, { name: 'Clay mask', affiliate_link: `${LINK}/clay` })
  const set = await makeProduct(app.db, { name: 'Set', affiliate_link: `${LINK}/set` })
  const duplicate = await makeProduct(app.db, { name: 'Twin set', affiliate_link: `${LINK}/set` })
  const gone = await makeProduct(app.db, { name: 'Gone', affiliate_link: `${LINK}/gone` })
  await app.asOwner(`/api/products/${gone}`, { method: 'DELETE' })
  const found = async (row: string) => {
    const [first] = (await plan(app, `id,name,category,price,affiliateLink\n${row}\n`)).rows
    return first?.outcome === 'refused' || first?.outcome === 'pending' ? first.reasons : first?.productId
  }
  expect(await found(`${oat},Oat balm,Masks,1,${LINK}/oat`)).toBe(oat)
  expect(await found(`${oat},Oat cream,Masks,1,${LINK}/new-link`)).toBe(oat)
  expect(await found(`${oat},All new,Masks,1,${LINK}/new-link`)).toEqual([
    `The id ${oat} belongs to “Oat cream” here; neither the name nor the link agrees`,
  ])
  expect(await found(`,Clay,Masks,1,${LINK}/clay`)).toBe(clay)
  expect(await found(`${oat},Clay mask,Masks,1,${LINK}/clay`)).toBe(clay)
  expect(await found(`999999,Brand new,Masks,1,${LINK}/brand-new`)).toBeNull()
  expect(await found(`,Twin set,Masks,1,${LINK}/set`)).toBe(duplicate)
  expect(await found(`${set},Renamed,Masks,1,${LINK}/set`)).toBe(set)
  expect(await found(`,Which one,Masks,1,${LINK}/set`)).toEqual([
    'Several products have this affiliate link; add the id to say which',
  ])
  expect(await found(`${gone},Gone,Masks,1,${LINK}/gone`)).toBeNull()
})

test('two rows about one product are not both imported', async () => {
  const app = await testApp()
  const id = await makeProduct(app.db, { name: 'Oat cream', affiliate_link: `${LINK}/oat` })
  const csv = [
    'id,name,category,price,affiliateLink',
    `${id},Oat cream,Masks,1,${LINK}/oat`,
    `${id},Oat cream,Masks,2,${LINK}/oat`,
    `,New one,Masks,1,${LINK}/new`,
    `,New one,Masks,2,${LINK}/new`,
    `,Another,Masks,2,${LINK}/new`,
  ].join('\n')
  const { rows } = await plan(app, csv)
  expect(rows.map((row) => [row.outcome, ...row.reasons])).toEqual([
    ['update'],
    ['refused', 'Row 2 is about the same product'],
    ['create'],
    ['refused', 'Row 4 is about the same product'],
    ['create'],
  ])
})

test('columns are guessed by their headers, and chosen by the owner', async () => {
  const app = await testApp()
  const csv = `Product Name;Regular price;External URL;Status;Notes;Type\nOat cream;€ 1.024,50;${LINK}/oat;inactive;x;Masks\n`
  const guessed = await plan(app, csv)
  expect(guessed.columns.map((column) => column.field)).toEqual([
    'name',
    'price',
    'affiliateLink',
    'isActive',
    null,
    'category',
  ])
  expect(guessed.counts.create).toBe(1)
  const chosen = await plan(app, csv, ['name', 'price', 'affiliateLink', null, 'category', null])
  expect(chosen.rows[0]?.changes).toEqual([
    { field: 'category', from: '', to: 'x' },
    { field: 'price', from: '', to: '1024.50' },
  ])
  for (const columns of [
    'no json',
    '["name"]',
    '["name","name",null,null,null,null]',
    '["colour",null,null,null,null,null]',
  ])
    expect((await send(app, csv, { columns }, '?dryRun=true')).status, columns).toBe(400)
})

test('commas, semicolons and tabs are told apart, with or without a byte order mark, with any line ends', async () => {
  const app = await testApp()
  for (const delimiter of [',', ';', '\t']) {
    for (const [mark, end] of [
      ['', '\n'],
      ['\ufeff', '\r\n'],
      ['', '\r'],
    ]) {
      const line = (cells: string[]) => cells.map((cell) => `"${cell}"`).join(delimiter)
      const csv =
        mark +
        [line(['Name', 'Category', 'Price', 'Link']), line(['Oat, a; b', 'Masks', '1,50', `${LINK}/oat`])].join(end)
      const { rows, columns } = await plan(app, csv)
      expect(columns.map((column) => column.field)).toEqual(['name', 'category', 'price', 'affiliateLink'])
      expect(rows).toMatchObject([{ outcome: 'create', name: 'Oat, a; b', row: 2 }])
    }
  }
})

test('a file that is not a table is rejected with a sentence', async () => {
  const app = await testApp()
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff])
  const utf16 = new Uint8Array(Buffer.from('\ufeffName,Price\n\u0001', 'utf16le'))
  const notText = 'The file is not plain text in UTF-8. Please save it as “CSV UTF-8”.'
  for (const [file, status, message] of [
    ['', 422, 'The file is empty.'],
    ['\n\n', 422, 'The file is empty.'],
    ['Name,Price\n', 422, 'The file has a header, but no rows.'],
    ['Name,Price\n"Oat,1\n', 422, 'Row 2 cannot be read: a quotation mark is not closed or stands in a wrong place.'],
    [png, 422, notText],
    [utf16, 422, notText],
    ['a,'.repeat(101), 422, 'The file has more than 100 columns.'],
    [`Name\n${'Oat\n'.repeat(20_001)}`, 422, 'The file has more than 20,000 rows. Please split it.'],
    [`Name\n${'a'.repeat(5_300_000)}`, 413, 'File is larger than 5242880 bytes'],
  ] as const) {
    expect(await refusal(await send(app, file, {}, '?dryRun=true'))).toEqual([status, message])
  }
  expect((await app.asOwner('/api/products/import', { json: {} })).status).toBe(415)
  expect(await refusal(await app.asOwner('/api/products/import', { body: new FormData(), method: 'POST' }))).toEqual([
    400,
    'Please send the CSV in the field “file”',
  ])
})

test('positions of a file put the shop into its order; the same file again changes nothing', async () => {
  const app = await testApp()
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await makeProduct(app.db, { name, affiliate_link: `${LINK}/${name}` })
  const names = async () => (await all(app)).map((product) => product.name)
  const row = (name: string, position: string) => `${name},Cleansers,12.50,${LINK}/${name},${position}\n`
  const csv = `name,category,price,affiliateLink,position\n${row('Four', '1')}${row('Five', '2')}${row('Two', '')}${row('Six', '')}`
  const { rows, counts } = await plan(app, csv)
  expect(counts).toEqual({ create: 2, update: 1, unchanged: 1, refused: 0 })
  expect(rows[0]?.changes).toEqual([{ field: 'position', from: '4', to: '1' }])
  await run(app, csv)
  expect(await names()).toEqual(['Four', 'Five', 'One', 'Two', 'Three', 'Six'])
  expect((await all(app)).map((product) => product.position)).toEqual([1, 2, 3, 4, 5, 6])
  expect((await plan(app, csv)).counts).toEqual({ create: 0, update: 0, unchanged: 4, refused: 0 })
})

test('a file needs no prices: an empty cell keeps the price, 0 removes it, and the export has none', async () => {
  const app = await testApp()
  await run(app, small)
  const prices = async () => Object.fromEntries((await all(app)).map(({ name, price }) => [name, price]))
  await run(app, `Name,Category,Affiliate link\nClay mask,Masks,${LINK}/clay\n`)
  await run(
    app,
    `Name,Category,Price,Affiliate link\nOat cream,Masks,,${LINK}/oat\nBirch toner,Toners,0,${LINK}/birch\n`,
  )
  expect(await prices()).toEqual({ 'Oat cream': '24.50', 'Birch toner': '', 'Clay mask': '' })
  const exported = await (await app.asOwner('/api/products.csv')).text()
  expect(exported).not.toMatch(/,0(?:\.00)?,/)
  expect((await plan(app, exported)).counts).toMatchObject({ unchanged: 3, update: 0 })
  expect(
    (await app.asOwner('/api/products', { json: { name: 'Oil', category: 'Oils', affiliateLink: `${LINK}/oil` } }))
      .status,
  ).toBe(201)
  expect(await prices()).toMatchObject({ Oil: '' })
})
