import * as z from 'zod/mini'
import { textOf } from '../../../content/rich-text/clean-html.ts'
import { decoded } from '../export-files.ts'
import { focusOfMeta } from '../focal-points.ts'
import type { SourceRecord } from '../source-records.ts'
import { cleanLine } from './clean-text.ts'
import { isRow, isSet, parsedJson } from './json-rows.ts'
import { addressesOf, type LeaveOut, type WxrItem } from './wxr-item.ts'

export function* readAttachment({ fields, meta }: WxrItem, id: string, leftOut: LeaveOut): Generator<SourceRecord> {
  const url = fields.get('wp:attachment_url') || fields.get('guid') || ''
  if (!url || !isPictureName(nameOf(url))) {
    yield leftOut(`The file ${nameOf(url)} is not a picture.`)
    return
  }
  const alt = textOf(meta.get('_wp_attachment_image_alt')?.[0] ?? '')
  const textId = fields.get('wp:post_parent')
  const addresses = addressesOf(fields, [`/?attachment_id=${id}`])
  const focus = focusOfMeta(meta)
  yield {
    type: 'picture',
    id,
    url,
    alt,
    ...(focus && { focus }),
    ...(textId && textId !== '0' && { textId }),
    addresses,
  }
}

/** TablePress keeps its tables as JSON, and adds their numbers to an export only. */
export function* readTable({ fields, meta }: WxrItem, leftOut: LeaveOut): Generator<SourceRecord> {
  const rows = z.array(z.array(z.string())).safeParse(parsedJson(fields.get('content:encoded') ?? ''))
  const options = parsedJson(meta.get('_tablepress_table_options')?.[0] ?? '')
  const ids = (meta.get('_tablepress_export_table_id')?.[0] ?? '').split(',').map((id) => id.trim())
  if (!rows.success || !ids[0]) {
    yield leftOut('A table that cannot be read.')
    return
  }
  const hasHead = !isRow(options) || options.table_head === undefined || isSet(options, 'table_head')
  const toRow = (cells: string[], cell: 'td' | 'th') =>
    `<tr>${cells.map((html) => `<${cell}>${html}</${cell}>`).join('')}</tr>`
  const content = `<table>${rows.data.map((cells, at) => toRow(cells, hasHead && at === 0 ? 'th' : 'td')).join('')}</table>`
  for (const id of ids) yield { type: 'fragment', id: `table ${id}`, content }
}

/** A table of AAWP: texts show its products by their numbers at Amazon. */
export function* readProductTable({ meta }: WxrItem, id: string, leftOut: LeaveOut): Generator<SourceRecord> {
  const products = meta.get('_aawp_table_products')?.[0] ?? ''
  const asins = [...products.matchAll(/"asin";s:10:"([A-Z\d]{10})"/gi)].map(([, asin]) => asin)
  if (asins.length === 0) yield leftOut('A table of AAWP without products.')
  else yield { type: 'fragment', id: `aawp ${id}`, content: asins.join() }
}

export function* readLink({ fields, meta }: WxrItem, id: string, leftOut: LeaveOut): Generator<SourceRecord> {
  const first = (...keys: string[]) => cleanLine(keys.map((key) => meta.get(key)?.[0]).find(Boolean) ?? '')
  const url = first('_ta_destination_url', 'lasso_custom_redirect', 'lasso_final_url', '_surl_redirect')
  const picture = first('lasso_custom_thumbnail', 'lasso_lite_custom_thumbnail')
  const name = textOf(fields.get('title') ?? '')
  const addresses = addressesOf(fields, [])
  if (!/^https?:\/\//i.test(url)) yield leftOut('A short link without a destination.')
  else yield { type: 'link', id, name, url, ...(picture && { picture }), addresses }
}

/** Services of pictures have addresses without an ending. */
function isPictureName(name: string): boolean {
  const ending = /\.([a-z\d]{2,5})$/i.exec(name)?.[1]?.toLowerCase()
  return ending === undefined || /^(?:jpe?g|jpe|png|gif|webp|avif|jfif|bmp|svg|hei[cf]|tiff?)$/.test(ending)
}

function nameOf(url: string): string {
  return decoded(url.split(/[?#]/)[0]!.split('/').at(-1) ?? '') || 'without a name'
}
