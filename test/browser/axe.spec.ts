import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { axeFor } from './axe.ts'

const frame = '<!doctype html><html lang="en"><title>Frame</title><button></button><input type="text" />'
const faulty = `<!doctype html><html><title>Faults</title>
  <main><h1>Faults</h1><h3>Too deep</h3><img src="/picture.png" />
  <p style="color: #aaa; background: #fff">Hardly legible</p><a href="/there"></a>
  <ul><p>Not an item</p></ul><iframe title="Inner" src="/frame"></iframe></main>`

test('axe finds the same as by its defaults, in frames too', async ({ page }) => {
  await page.route('http://axe.test/**', (route) => {
    const { pathname } = new URL(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: pathname === '/frame' ? frame : faulty })
  })
  await page.goto('http://axe.test/')
  const found = async (axe: AxeBuilder) =>
    (await axe.analyze()).violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${id} at ${target.join(' ')}`),
    )
  const byDefault = await found(new AxeBuilder({ page }))
  expect(await found(axeFor(page))).toEqual(byDefault)
  expect(byDefault.map((fault) => fault.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'button-name',
      'color-contrast',
      'html-has-lang',
      'image-alt',
      'label',
      'link-name',
      'list',
    ]),
  )
})

test('a reference to nothing, an alert without a text and a panel without a name are found too', async ({ page }) => {
  await page.setContent(`<!doctype html><html lang="en"><title>Names</title><main><h1>Names</h1>
    <p id="there">Text</p><input aria-label="Fine" aria-describedby="there" />
    <input aria-label="Lost" aria-describedby="there gone" /><button aria-controls="gone">Open</button>
    <section aria-labelledby="gone">Section</section><div role="alertdialog" aria-label="Question">Sure?</div>
    <div role="tabpanel">Panel</div></main>`)
  const { violations } = await axeFor(page).analyze()
  expect(violations.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'aria-labelledby-reference',
      'aria-describedby-reference',
      'aria-controls-reference',
      'alertdialog-description',
      'tabpanel-name',
    ]),
  )
  expect(violations.filter(({ id }) => id === 'aria-describedby-reference')).toHaveLength(1)
})
