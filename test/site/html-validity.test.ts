import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'
import { createVisitor } from './visitor.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // React closes void elements with a slash, the renderer's preloads do not: both parse the same.
    'void-style': 'off',
    // React writes some attributes in camel case (`charSet`): attribute names are case-insensitive.
    'attr-case': ['error', { style: ['lowercase', 'camelcase'] }],
    // React writes boolean attributes as `novalidate=""`, which is also valid.
    'attribute-boolean-style': 'off',
    // Checkboxes of one choice share a name, as HTML intends.
    'form-dup-name': ['error', { shared: ['radio', 'button', 'reset', 'submit', 'checkbox'] }],
  },
})

for (const { path } of [...pages, { path: '/blog/morning-and-evening-order' }, { path: '/admin' }]) {
  test(`HTML: what the server sends for ${path} is valid`, async () => {
    const html = await (await createVisitor().fetch(path)).text()
    const report = await validator.validateString(html)
    const found = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    )
    expect([...new Set(found)]).toEqual([])
  })
}
