import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { SearchResults } from '../../../contract/content/search.ts'

async function search(request: TestApp['request'], term: string): Promise<{ posts: string[]; products: string[] }> {
  const response = await request(`/api/search?q=${encodeURIComponent(term)}`)
  expect(response.status, term).toBe(200)
  const { posts, products } = (await response.json()) as SearchResults
  return { posts: posts.map((post) => post.title), products: products.map((product) => product.name) }
}

test('GET /api/search returns posts and products', async () => {
  const { db, request } = await testApp()
  await makePost(db, { title: 'Choosing a sunscreen' })
  await makePost(db, { title: 'Washing your face' })
  await makeProduct(db, { name: 'Saltlark Sunscreen', category: 'Sun care' })
  await makeProduct(db, { name: 'Oat cream', category: 'Sunscreens' })
  await makeProduct(db, { name: 'Foam', category: 'Cleansers' })
  const found = await search(request, 'sunscreen')
  expect(found.posts).toEqual(['Choosing a sunscreen'])
  expect(found.products.sort()).toEqual(['Oat cream', 'Saltlark Sunscreen'])
})

test('a found post has no body', async () => {
  const { db, request } = await testApp()
  await makePost(db, { title: 'Choosing a sunscreen' })
  const { posts } = (await (await request('/api/search?q=sunscreen')).json()) as SearchResults
  expect(posts[0]).toMatchObject({ title: 'Choosing a sunscreen', excerpt: 'A short and honest excerpt.' })
  expect(posts[0]).not.toHaveProperty('content')
})

test('a word in the title counts more than one in the keywords, the excerpt and the body', async () => {
  const { db, request } = await testApp()
  const neutral = { keywords: 'one', excerpt: 'Two three four.', content: '<p>Five six seven eight.</p>' }
  await makePost(db, { ...neutral, title: 'In the body', content: '<p>About retinol and more.</p>' })
  await makePost(db, { ...neutral, title: 'In the excerpt', excerpt: 'About retinol again.' })
  await makePost(db, { ...neutral, title: 'In the keywords', keywords: 'retinol' })
  await makePost(db, { ...neutral, title: 'Retinol in the title' })
  const { posts } = await search(request, 'retinol')
  expect(posts).toHaveLength(4)
  expect(posts[0]).toBe('Retinol in the title')
  expect(posts.at(-1)).toBe('In the body')
})

test.each([
  ['another form of the word', 'moisturizes', 'A moisturizing cream'],
  ['the plural', 'creams', 'A moisturizing cream'],
  ['the beginning of the word', 'moistur', 'A moisturizing cream'],
  ['capitals', 'MOISTURIZING', 'A moisturizing cream'],
  ['several words in any order', 'cream moisturizing', 'A moisturizing cream'],
  ['a word and the beginning of the next', 'moisturizing cre', 'A moisturizing cream'],
  ['a letter too few', 'sunscren', 'Sunscreen for beginners'],
  ['the British way', 'moisturiser', 'How to find a moisturizer'],
  ['a typo in one of two words', 'sunscren beginners', 'Sunscreen for beginners'],
  ['accents that the text has', 'crème brûlée', 'Crème brûlée masks'],
  ['no accents where the text has some', 'creme brulee', 'Crème brûlée masks'],
  ['accents that the text lacks', 'mòisturizing', 'A moisturizing cream'],
  ['a capital with an accent', 'élan', 'Élan vital'],
  ['a capital without its accent', 'elan', 'Élan vital'],
  ['spaces around the term', '  sunscreen  ', 'Sunscreen for beginners'],
])('a post is found by %s', async (_, term, title) => {
  const { db, request } = await testApp()
  const plain = { keywords: '', excerpt: 'Nothing to see.', content: '<p>Nothing.</p>' }
  for (const each of [
    'A moisturizing cream',
    'Sunscreen for beginners',
    'How to find a moisturizer',
    'Crème brûlée masks',
    'Élan vital',
    'Reading labels',
  ]) {
    await makePost(db, { ...plain, title: each })
  }
  expect((await search(request, term)).posts).toContain(title)
})

test('a product is found in spite of a typo', async () => {
  const { db, request } = await testApp()
  await makeProduct(db, { name: 'Linnet Row Niacinamide Drops', category: 'Serums' })
  await makeProduct(db, { name: 'Oatwhistle Oat Cream', category: 'Moisturizers' })
  expect((await search(request, 'niacinimide')).products).toEqual(['Linnet Row Niacinamide Drops'])
})

test('a result contains all words of the term', async () => {
  const { db, request } = await testApp()
  await makePost(db, { title: 'Retinol for beginners' })
  expect((await search(request, 'retinol zeppelin')).posts).toEqual([])
})

test('a term that occurs nowhere finds nothing', async () => {
  const { db, request } = await testApp()
  await makePost(db)
  await makeProduct(db)
  expect(await (await request('/api/search?q=zeppelin')).json()).toEqual({ posts: [], products: [] })
})

test('drafts, scheduled posts and inactive products are not found, not even by similarity', async () => {
  const { db, request, setNow } = await testApp()
  await makePost(db, { title: 'Peptides one', published_at: null })
  await makePost(db, { title: 'Peptides two', published_at: '2026-03-10T15:00:01.000Z' })
  await makeProduct(db, { name: 'Peptides serum', is_active: false })
  for (const term of ['peptides', 'pept', 'peptdies']) {
    expect(await search(request, term), term).toEqual({ posts: [], products: [] })
  }
  setNow('2026-03-10T15:00:01.000Z')
  expect((await search(request, 'peptides')).posts).toEqual(['Peptides two'])
})

test('the index follows changes of a post', async () => {
  const { db, request } = await testApp()
  const id = await makePost(db, { title: 'About retinol', keywords: '' })
  await db.updateTable('posts').set({ title: 'About squalane' }).where('id', '=', id).execute()
  expect((await search(request, 'squalane')).posts).toEqual(['About squalane'])
  expect((await search(request, 'retinol')).posts).toEqual([])
  await db.deleteFrom('posts').where('id', '=', id).execute()
  expect((await search(request, 'squalane')).posts).toEqual([])
})

test('operators, quotes and wildcards are plain characters', async () => {
  const { db, request } = await testApp()
  const plain = { keywords: '', excerpt: 'Nothing to see.', content: '<p>Nothing.</p>' }
  await makePost(db, { ...plain, title: 'Washing your face' })
  await makePost(db, { ...plain, title: 'Reading labels' })
  const harmless = ['"washing', 'washing"', "washing'", '(washing', 'wash*', 'washing:*', '-washing', '!washing']
  for (const term of [
    ...harmless,
    '^washing',
    'washing\\',
    'washing & your',
    'washing | your',
    '<washing>',
    '%washing%',
  ])
    expect((await search(request, term)).posts, term).toEqual(['Washing your face'])
  for (const term of ['"', "'", '*', '%', '_', '\\', '()', '""', ':*', '&', '|', '!', '<->', '🧴', '--', ';', '?'])
    expect(await search(request, term), term).toEqual({ posts: [], products: [] })
  for (const term of ['AND', 'OR', 'NOT', 'NEAR(a b)', 'title:washing', 'washing NOT your', 'a OR b'])
    await search(request, term)
})

test('words without a space between them are found only next to each other', async () => {
  const { db, request } = await testApp()
  const plain = { keywords: '', excerpt: 'Nothing to see.' }
  await makePost(db, { ...plain, title: 'Beginners', content: '<p>Begin with a hint of retinol. Use SPF 30.</p>' })
  await makePost(db, { ...plain, title: 'Markup', content: '<p>Compare B hindsight. Use 30 drops, and SPF.</p>' })
  for (const term of ['<b>hi', 'b-hi', 'b.hi']) {
    expect((await search(request, term)).posts, term).toEqual(['Markup'])
  }
  expect((await search(request, 'spf-30')).posts).toEqual(['Beginners'])
  expect((await search(request, '<script>hi')).posts).toEqual([])
  for (const term of ['hint,begin', 'hint/begin', 'hint & begin', 'hint+begin', 'hint|begin']) {
    expect((await search(request, term)).posts, term).toEqual(['Beginners'])
  }
})

test('any text is a valid term', async () => {
  const { db, request } = await testApp()
  await makePost(db)
  await makeProduct(db)
  const long = ['a'.repeat(200), 'a '.repeat(99), '株'.repeat(200), '㍿'.repeat(200), 'ﷺ'.repeat(200), '½'.repeat(200)]
  const scripts = [
    'ﬁrst',
    'İstanbul',
    'straße',
    '敏感肌',
    'кожа',
    'جلد',
    'ผิว',
    '\u3164',
    '\u00aa',
    '𝓼𝓴𝓲𝓷',
    'e\u0301lan',
  ]
  for (const term of [...maliciousTexts, ...long, ...scripts]) {
    const response = await request(`/api/search?q=${encodeURIComponent(term.toWellFormed())}`)
    if (term.trim() === '') expect(response.status, term).toBe(400)
    else expect(response.status, term).toBe(200)
  }
})

test('a missing, empty or overlong term is rejected with a message', async () => {
  const { request } = await testApp()
  for (const query of ['', '?q=', '?q=%20%20', '?term=cream']) {
    const response = await request(`/api/search${query}`)
    expect(response.status, query).toBe(400)
    expect(await response.json(), query).toMatchObject({ message: 'Required' })
  }
  const response = await request(`/api/search?q=${'a'.repeat(201)}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: 'Please search for at most 200 characters' })
  await expectSentence(await request(`/api/search?q=${'a'.repeat(100_000)}`))
})

test('a post is found behind more drafts than are ranked at once', async () => {
  const { db, request } = await testApp()
  for (let i = 0; i < 100; i++) await makePost(db, { title: `Retinol draft ${i}`, published_at: null })
  await makePost(db, { title: 'Evening serums', content: '<p>A word about retinol at the end of a long text.</p>' })
  expect((await search(request, 'retinol')).posts).toEqual(['Evening serums'])
})

const stamp = '2026-01-01T00:00:00.000Z'

async function addIngredient(
  db: TestApp['db'],
  over: { name: string; inci?: string; synonyms?: string[]; is_active?: boolean },
) {
  const { name, inci = '', synonyms = [], is_active = true } = over
  const texts = { summary: `About ${name}.`, details: '{}', synonyms: JSON.stringify(synonyms) }
  const { id } = await db
    .insertInto('ingredients')
    .values({
      ...{ ...texts, name, inci, is_active, slug: name.toLowerCase(), is_linked: true },
      ...{ created_at: stamp, updated_at: stamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addWithIngredient(
  db: TestApp['db'],
  over: Parameters<typeof makeProduct>[1],
  ingredientId: number,
  name: string,
) {
  const id = await makeProduct(db, over)
  await db
    .insertInto('product_ingredients')
    .values({ product_id: id, position: 0, name, key: name.toLowerCase(), ingredient_id: ingredientId })
    .execute()
}

test.each([
  ['the brand', 'oatwhistle'],
  ['a key ingredient', 'ceramides'],
  ['a concern', 'redness'],
  ['a word of the verdict', 'blanket'],
  ['brand and name', 'oatwhistle cream'],
])('a product is found by %s', async (_, term) => {
  const { db, request } = await testApp()
  const facts = { brand: 'Oatwhistle', keyIngredients: ['Ceramides'], concerns: ['Redness'], verdict: 'A blanket.' }
  await makeProduct(db, { name: 'Night Cream', facts: JSON.stringify(facts) })
  await makeProduct(db, { name: 'Day Cream' })
  expect((await search(request, term)).products).toEqual(['Night Cream'])
})

test('the index follows the facts of a product', async () => {
  const { db, request } = await testApp()
  const id = await makeProduct(db, { name: 'Night Cream', facts: '{"brand":"Oatwhistle"}' })
  await db.updateTable('products').set({ facts: '{"brand":"Linnet"}' }).where('id', '=', id).execute()
  expect((await search(request, 'oatwhistle')).products).toEqual([])
  expect((await search(request, 'linnet')).products).toEqual(['Night Cream'])
  await db.deleteFrom('products').where('id', '=', id).execute()
  expect((await search(request, 'linnet')).products).toEqual([])
})

test.each(['niacinamide', 'Vitamin B3', 'vitamin-b3', 'Nicotinamide', 'niacinimide', 'niacin'])(
  'the ingredient is found by “%s”, with its products and posts where it is meant',
  async (term) => {
    const { db, request } = await testApp()
    const id = await addIngredient(db, { name: 'Niacinamide', inci: 'Nicotinamide', synonyms: ['Vitamin B3'] })
    await addIngredient(db, { name: 'Retinol', inci: 'Retinol' })
    await addWithIngredient(db, { name: 'Linnet Drops' }, id, 'Vitamin B3')
    await addWithIngredient(db, { name: 'Hidden Drops', is_active: false }, id, 'Vitamin B3')
    await makePost(db, { title: 'Five weeks of niacinamide', keywords: '' })
    const response = await request(`/api/search?q=${encodeURIComponent(term)}`)
    const found = (await response.json()) as SearchResults
    expect(found.ingredients).toEqual([
      { slug: 'niacinamide', name: 'Niacinamide', inci: 'Nicotinamide', summary: 'About Niacinamide.' },
    ])
    // The beginning of a name finds the ingredient and texts with the word, but no product that names it differently.
    expect(found.products.map(({ name }) => name)).toEqual(term === 'niacin' ? [] : ['Linnet Drops'])
    expect(found.posts.map(({ title }) => title)).toEqual(['Five weeks of niacinamide'])
    expect(found.corrected).toBe(term === 'niacinimide' ? 'niacinamide' : undefined)
  },
)

test.each([
  ['Vitamin B3', 'vitaminb3'],
  ['L-Ascorbic Acid', 'lascorbic acid'],
  ['L-Ascorbic Acid', 'l ascorbic acid'],
  ['Coenzyme Q10', 'coenzyme q 10'],
  ['Rosenöl', 'rosenoel'],
  ['セラミド', 'せらみど'],
])('the ingredient %s is found by “%s”, with its products', async (name, term) => {
  const { db, request } = await testApp()
  const id = await addIngredient(db, { name })
  await addWithIngredient(db, { name: 'Linnet Drops' }, id, name)
  await makePost(db, { title: `Five weeks of ${name}`, keywords: '' })
  const found = (await (await request(`/api/search?q=${encodeURIComponent(term)}`)).json()) as SearchResults
  expect(found.ingredients?.map((each) => each.name)).toEqual([name])
  expect(found.products.map((each) => each.name)).toEqual(['Linnet Drops'])
  expect(found.posts.map(({ title }) => title)).toEqual([`Five weeks of ${name}`])
})

test('an active routine is found by its name, its summary, a type of skin and a concern', async () => {
  const { db, request } = await testApp()
  const add = (name: string, is_active: boolean) =>
    db
      .insertInto('routines')
      .values({
        ...{
          name,
          slug: name.toLowerCase().replaceAll(' ', '-'),
          image_url: '',
          image_alt: '',
          is_active,
          position: 1,
        },
        details: '{"summary":"For mornings.","skinTypes":["dry"],"concerns":["Redness"]}',
        ...{ created_at: stamp, updated_at: stamp },
      })
      .execute()
  await add('Three quiet steps', true)
  await add('Three hidden steps', false)
  const found = async (term: string) =>
    ((await (await request(`/api/search?q=${encodeURIComponent(term)}`)).json()) as SearchResults).routines
  const routine = { slug: 'three-quiet-steps', name: 'Three quiet steps', summary: 'For mornings.' }
  for (const term of ['three steps', 'mornings', 'dry', 'redness', 'quiet st'])
    expect(await found(term)).toEqual([routine])
  for (const term of ['hidden', 'evenings']) expect(await found(term)).toBeUndefined()
})

test('an inactive ingredient is not found', async () => {
  const { db, request } = await testApp()
  await addIngredient(db, { name: 'Niacinamide', is_active: false })
  for (const term of ['niacinamide', 'niacinimide'])
    expect(await (await request(`/api/search?q=${term}`)).json()).toEqual({ posts: [], products: [] })
})

test('a misspelled brand finds its products', async () => {
  const { db, request } = await testApp()
  const id = await makeProduct(db, { name: 'Night Cream', facts: '{"brand":"Oatwhistle"}' })
  await db
    .insertInto('product_terms')
    .values({ product_id: id, kind: 'brand', key: 'oatwhistle', label: 'Oatwhistle' })
    .execute()
  expect((await search(request, 'oatwistle')).products).toEqual(['Night Cream'])
})

test('deleted posts and pages, drafts and scheduled posts are not found', async () => {
  const { db, request } = await testApp()
  const deleted_at = '2026-03-01T12:00:00.000Z'
  await makePost(db, { title: 'Sunscreen for all' })
  await makePost(db, { title: 'Sunscreen that was deleted', deleted_at })
  await makePost(db, { title: 'Sunscreen page that was deleted', kind: 'page', deleted_at })
  await makePost(db, { title: 'Sunscreen draft', published_at: null })
  await makePost(db, { title: 'Sunscreen of tomorrow', published_at: '2026-03-11T15:00:00.000Z' })
  expect((await search(request, 'sunscreen')).posts).toEqual(['Sunscreen for all'])
})
