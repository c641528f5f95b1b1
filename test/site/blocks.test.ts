import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditablePost } from '../../src/contract/content/posts.ts'
import { everyBlock } from '../every-block.ts'
import { onlyElement, structuredDataOf } from './elements.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { createOwner, createVisitor, type Visitor } from './visitor.ts'

let owner: Visitor
/** Path of a public post with every block. */
let path: string
let post: EditablePost

beforeAll(async () => {
  owner = await createOwner()
  const [routine] = await get<{ id: number }[]>('/api/routines')
  const [ingredient] = await get<{ id: number }[]>('/api/ingredients')
  const images = (await get<{ url: string }[]>('/api/images')).slice(0, 4)
  const products = (await get<{ id: number }[]>('/api/products?limit=3')).map(({ id }) => id)
  post = await createFixturePost(owner, {
    content: everyBlock({
      images: images.map(({ url }, at) => ({ url, altText: `Picture ${at}` })),
      products,
      routine: routine!.id,
      ingredient: ingredient!.id,
    }),
  })
  path = `/blog/${post.slug}`
})
afterAll(async () => {
  await deleteFixturePost(owner, post)
})

test('Blocks: the questions are a FAQPage for search engines', async () => {
  const { document } = await createVisitor().open(path)
  expect(structuredDataOf(document).filter((item) => item['@type'] === 'FAQPage')).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'FAQPage',
      mainEntity: [
        { '@type': 'Question', name: 'How much?', acceptedAnswer: { '@type': 'Answer', text: 'Two fingers.' } },
        {
          '@type': 'Question',
          name: 'How often?',
          acceptedAnswer: { '@type': 'Answer', text: 'Every two hours & after a swim.' },
        },
      ],
    },
  ])
})

test('Blocks: the HTML of every block is valid', async () => {
  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    rules: { 'void-style': 'off', 'attr-case': 'off', 'attribute-boolean-style': 'off' },
  })
  const report = await validator.validateString(await (await createVisitor().fetch(path)).text())
  const found = report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
  expect([...new Set(found)]).toEqual([])
})

test('Blocks: a review and its lists are structured data, and the disclosure stands before the first paid link', async () => {
  const { document } = await createVisitor().open(path)
  const data = structuredDataOf(document)
  expect(data.filter((item) => item['@type'] === 'Product')).toMatchObject([
    { name: expect.any(String), offers: { '@type': 'Offer', priceCurrency: expect.any(String) } },
  ])
  const lists = data.filter((item) => item['@type'] === 'ItemList') as unknown as { itemListElement: unknown[] }[]
  expect(lists.map(({ itemListElement }) => itemListElement.length)).toEqual([3, 2])
  const body = onlyElement(document, '#post-body')
  const disclosure = body.querySelector('[data-part="disclosure"]')!
  const link = body.querySelector('[data-affiliate]')!
  // 4: the link follows the disclosure.
  expect(disclosure.compareDocumentPosition(link) & 4).toBe(4)
})

async function get<Body>(address: string): Promise<Body> {
  return (await (await owner.fetch(address)).json()) as Body
}
