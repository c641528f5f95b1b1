import type { APIRequestContext } from '@playwright/test'
import { expect, openAdmin, test } from './isolated-test.ts'
import { toastOf } from './library.ts'
import { open } from './site-test.ts'

const empty = {
  google: '',
  bing: '',
  pinterest: '',
  facebook: '',
  impact: '',
  tags: [],
  files: [],
  securityTxt: false,
}
const token = '0f1e2d3c4b5a69788796a5b4c3d2e1f0'

async function save(request: APIRequestContext, change: object): Promise<void> {
  const response = await request.put('/api/verification', { data: { ...empty, ...change } })
  expect(response.status(), await response.text()).toBe(200)
}

test.beforeEach(({ request }) => save(request, {}))

test('Verification: a pasted tag is on the home page, and a dropped file at its address', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, '/admin/settings/verification')
  const pinterest = page.getByLabel('Pinterest', { exact: true })
  await pinterest.fill('<meta name="google-site-verification" content="abc">')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('That is not the tag of Pinterest')).toBeVisible()
  await expect(pinterest).toBeFocused()

  await pinterest.fill(`<meta content="${token}" name="p:domain_verify" />`)
  await page.getByRole('button', { name: 'Add a file' }).click()
  const chosen = page.getByLabel('File 1 from this device')
  await chosen.setInputFiles({ name: 'photo.html', mimeType: 'text/html', buffer: Buffer.from([0xff, 0xd8, 0xff]) })
  await expect(toastOf(page).getByText('Please choose a text file')).toBeVisible()
  await chosen.setInputFiles({
    name: 'pinterest-1a2b3.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<p>1a2b3</p>'),
  })
  await expect(page.getByLabel('Name of file 1')).toHaveValue('pinterest-1a2b3.html')
  await expect(page.getByLabel('Content of file 1')).toHaveValue('<p>1a2b3</p>')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await expect(pinterest).toHaveValue(token)
  await expect(page.getByText('On your home page now')).toBeVisible()

  expect(await (await request.get('/')).text()).toContain(`<meta name="p:domain_verify" content="${token}"/>`)
  expect(await (await request.get('/pinterest-1a2b3.html')).text()).toBe('<p>1a2b3</p>')
  await open(page, '/')
  await expect(page.locator('meta[name="p:domain_verify"]')).toHaveCount(1)
})

test.describe('a file with code', () => {
  test.use({ expectedProblems: /Blocked script execution|Content Security Policy|sandboxed/ })

  test('runs nothing', async ({ page, request }) => {
    const hostile = [
      '<!doctype html><title>quiet</title><body onload="document.title = 1"><p>text</p>',
      '<img src="x" onerror="document.title = 2"><script>document.title = 3</script>',
      '<script src="/assets/none.js"></script><a href="javascript:document.title = 4">link</a>',
      '<form action="/api/auth/logout" method="post"><button>send</button></form>',
      '<iframe srcdoc="<script>parent.document.title = 5</script>"></iframe>',
    ].join('\n')
    await save(request, { files: [{ name: 'hostile.html', content: hostile }] })
    await page.goto('/hostile.html')
    await expect(page.getByText('text', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'link' }).click()
    await page.getByRole('button', { name: 'send' }).click()
    await expect(page).toHaveTitle('quiet')
    await expect(page).toHaveURL('/hostile.html')
    expect(await page.evaluate(() => window.origin).catch(() => 'null')).toBe('null')
    expect((await request.get('/api/auth/user')).status()).toBe(200)
  })
})
