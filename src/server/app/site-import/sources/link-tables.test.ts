import { expect, test } from 'vitest'
import type { SourceRecord } from '../source-records.ts'
import { readLinkTable } from './link-tables.ts'

const read = (text: string): Promise<SourceRecord[]> =>
  Array.fromAsync(
    readLinkTable({
      name: 'links.csv',
      bytes: Buffer.byteLength(text),
      async *open() {
        yield Buffer.from(text)
      },
    }),
  )

test('links of PrettyLinks have their whole path', async () => {
  expect(
    await read(
      '\uFEFFid,slug,url,name,description,redirect_type\r\n1,go/serum,https://shop.example/s?a=1,"Serum, blue",,307\r\n2,jar,https://shop.example/j,,,301\r\n',
    ),
  ).toEqual([
    {
      type: 'link',
      id: 'table /go/serum',
      name: 'Serum, blue',
      url: 'https://shop.example/s?a=1',
      addresses: ['/go/serum'],
    },
    { type: 'link', id: 'table /jar', name: '/jar', url: 'https://shop.example/j', addresses: ['/jar'] },
  ])
})

test('links of ThirstyAffiliates stand in its folders, unless their whole address is there', async () => {
  expect(
    await read(
      'Link Name,Destination URL,Link Slug,Category\nBlue serum,https://shop.example/s,serum,Serums\nJar,https://shop.example/j,https://old.example/out/jar/,\nBalm,https://shop.example/b,,\n',
    ),
  ).toMatchObject([
    { addresses: ['/recommends/serum', '/go/serum'] },
    { addresses: ['/out/jar/'] },
    { addresses: ['/recommends/balm', '/go/balm'] },
  ])
})

test.each([
  ['slug,url\ngo/a,javascript:alert(1)\n', 'A short link without an address or a destination.'],
  ['slug,url\n,https://shop.example\n', 'A short link without an address or a destination.'],
  ['slug,url\n"go/a,https://shop.example', 'Its table of links is cut off or damaged.'],
  ['', 'Its table of links is cut off or damaged.'],
  ['\u0000\u0001', 'Its table of links is cut off or damaged.'],
])('the malformed table %j has a line', async (text, note) => {
  expect(await read(text)).toMatchObject([{ type: 'problem', text: note }])
})
