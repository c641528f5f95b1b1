import { expect, test } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { pages } from './pages.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React closes empty elements with a slash and the renderer's own preloads have none: a parser reads both the same.
    'void-style': 'off',
    // React writes some attributes as it names them (`charSet`): names of attributes have no case in HTML.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    // React writes a true attribute as `novalidate=""`, which is the other valid form.
    'attribute-boolean-style': 'off',
  },
})

for (const { path } of [...pages, { path: '/blog/morning-and-evening-order' }, { path: '/admin' }]) {
  test(`HTML: what the server sends for ${path} is valid`, async ({ request }) => {
    const html = await (await request.get(path)).text()
    const report = await validator.validateString(html)
    const found = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    )
    expect([...new Set(found)]).toEqual([])
  })
}
