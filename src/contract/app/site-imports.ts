import * as z from 'zod/mini'
import { csv, Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { PageQuery } from '../platform/lists.ts'
import { nextPart, UploadId, uploadNotFound } from '../platform/part-uploads.ts'
import { charactersUpTo, line, noNul, pictureAddress, webAddress, wellFormed } from '../platform/text-fields.ts'

/** Bytes of all uploaded files of one export. */
export const IMPORT_BYTES_MAX = 2 * 1024 ** 3
export const IMPORT_FILES_MAX = 50
/** Categories of the old site that are listed with a choice; further ones are imported as they are. */
export const IMPORT_CATEGORIES_MAX = 500
/** Authors of the old site that the survey names. */
export const IMPORT_AUTHORS_MAX = 20
/** Products that one import makes of boxes and links at most. */
export const IMPORT_PRODUCTS_MAX = 2000
/** Days in which uploaded files and surveys that are not confirmed are kept. */
export const IMPORT_UPLOAD_DAYS = 7
/** Days in which an import can be undone: as long as its texts are in the trash. */
export const IMPORT_UNDO_DAYS = 30

/** The files that an export can be made of. */
export const importFileEndings = ['.xml', '.wxr', '.rss', '.json', '.zip', '.csv', '.md', '.yaml', '.yml'] as const

const ImportFileName = z.string().check(
  z.minLength(1),
  charactersUpTo(200),
  // The limit of file systems.
  z.refine((name) => new TextEncoder().encode(name).length <= 250, 'Please choose a file with a shorter name'),
  z.regex(/^[^\p{Cc}/\\.][^\p{Cc}/\\]*$/u, 'Please choose a file with an ordinary name'),
  z.refine(
    (name) => importFileEndings.some((ending) => name.toLowerCase().endsWith(ending)),
    `Please choose a file that ends in ${importFileEndings.slice(0, -1).join(', ')} or ${importFileEndings.at(-1)}`,
  ),
)

const ImportFile = z.object({ name: z.string(), size: z.number() })
export type ImportFile = z.infer<typeof ImportFile>

/**
 * `reading`: it is surveyed. `planned`: it waits for the decisions. `stopped`: a part is imported, and it can go on or be undone.
 */
export const ImportState = z.enum(['reading', 'failed', 'planned', 'importing', 'stopped', 'done', 'undoing', 'undone'])
export type ImportState = z.infer<typeof ImportState>

/** Into a category of this site, by its id, or left out, so that its texts go without it. */
const CategoryChoice = z.union([z.literal('leave-out'), z.int().check(z.gte(1), z.lte(2_147_483_647))])
export type CategoryChoice = z.infer<typeof CategoryChoice>

export const ImportChoices = z.object({
  /** By the slug of the old site; the others are imported as they are. */
  categories: z
    .record(z.string().check(charactersUpTo(300), noNul()), CategoryChoice)
    .check(
      z.refine((choices) => Object.keys(choices).length <= IMPORT_CATEGORIES_MAX, 'These are too many categories'),
    ),
  /** The cover of posts without a picture, which become drafts without one; '' for none. */
  cover: pictureAddress({ max: 500, message: 'Please choose a picture', isOptional: true }),
  /** Whether pictures that the files lack are fetched from the old site. */
  fetchesPictures: z.boolean(),
  /** Whether boxes of products become margin notes on products of the shop, or links. */
  productBoxes: z._default(z.enum(['notes', 'links']), 'notes'),
  /** Whether affiliate links and short links lead to their shop, or to products that are made of them. */
  affiliateLinks: z._default(z.enum(['links', 'products']), 'links'),
  /** The category of new products; '' for the first one of the shop. */
  productCategory: z._default(line(0, 100, '').check(wellFormed()), ''),
  /** Whether changes of the old site to texts of an earlier import are taken over, unless those were edited here. */
  takesChanges: z._default(z.boolean(), true),
  /** The menu of the old site, by its slug, that becomes the menu of the header; '' for none. */
  menu: z._default(z.string().check(charactersUpTo(300), noNul()), ''),
})
export type ImportChoices = z.infer<typeof ImportChoices>
/** The decisions about products that texts show. */
export type ProductChoices = Pick<ImportChoices, 'productBoxes' | 'affiliateLinks' | 'productCategory'>
/** The category of new products in a shop that has none. */
export const FIRST_CATEGORY = 'Favorites'
export const productDefaults: ProductChoices = { productBoxes: 'notes', affiliateLinks: 'links', productCategory: '' }

const ItemType = z.enum(['text', 'category', 'picture', 'link', 'product', 'menu', 'fragment', 'comment', 'problem'])
const ItemState = z.enum(['waiting', 'done', 'unchanged', 'kept', 'left-out', 'failed', 'undone'])
export const ImportCount = z.object({ type: ItemType, state: ItemState, count: z.number() })
export type ImportCount = z.infer<typeof ImportCount>

export const ImportStep = z.enum([
  'reading',
  'planning',
  'categories',
  'pictures',
  'links',
  'products',
  'texts',
  'comments',
  'addresses',
  'menu',
  'undoing',
  'checking',
  'archive',
])
export type ImportStep = z.infer<typeof ImportStep>

/** A note that items have in common, without the addresses and names that differ. */
const NoteGroup = z.object({
  text: z.string(),
  count: z.number(),
  /** Whether items with it are left out, failed or could not be read. */
  isLoss: z.boolean(),
})
export type NoteGroup = z.infer<typeof NoteGroup>

export const SiteImport = z.object({
  id: z.number(),
  /** The files or the folder of the export. */
  fileName: z.string(),
  siteName: z.string(),
  /** '' if the export does not name it. */
  siteUrl: z.string(),
  state: ImportState,
  /** Whether it brings in an archive as a whole. */
  isArchive: z.boolean(),
  /** Why it has failed, or was stopped other than by the owner. */
  error: z.nullable(z.string()),
  createdAt: z.string(),
  finishedAt: z.nullable(z.string()),
  choices: ImportChoices,
  /** Its items by kind and state; empty while a job works on it. */
  counts: z.array(ImportCount),
  notes: z.array(NoteGroup),
  canUndo: z.boolean(),
  /** The step of the job; null where it does not run. */
  progress: z.nullable(z.object({ step: ImportStep, done: z.number() })),
  /** The reason of a failure after which the job tries again. */
  retryReason: z.nullable(z.string()),
})
export type SiteImport = z.infer<typeof SiteImport>

/** An uploaded archive of a Dewlight, which can come in as a whole. */
const ArchiveOffer = z.object({
  name: z.string(),
  siteUrl: z.string(),
  createdAt: z.string(),
  texts: z.number(),
  pictures: z.number(),
  products: z.number(),
  subscribers: z.number(),
  /** Why it cannot; null if it can. */
  refusal: z.nullable(z.string()),
})
export type ArchiveOffer = z.infer<typeof ArchiveOffer>

/** While a job works on an import, nothing can be chosen or undone, and only `current` is read. */
export const SiteImports = z.object({
  /** Uploaded and not imported yet. */
  files: z.array(ImportFile),
  /** The uploaded file, if it is an archive. */
  archive: z.nullable(ArchiveOffer),
  /** The names in the folder `imports` of the data folder. */
  folders: z.array(z.string()),
  /** The path of that folder. */
  place: z.string(),
  /** The newest one; null before the first. */
  current: z.nullable(SiteImport),
  /** Another one, which can be undone: imports are undone from the last one back. */
  undoable: z.nullable(SiteImport),
})
export type SiteImports = z.infer<typeof SiteImports>

/** The content of the old site as it is imported. */
export const ImportSurvey = z.object({
  posts: z.number(),
  pages: z.number(),
  /** Texts that are drafts on the old site; the next two count texts in the same way. */
  drafts: z.number(),
  scheduled: z.number(),
  private: z.number(),
  tags: z.number(),
  categories: z.array(z.object({ slug: z.string(), name: z.string(), texts: z.number() })),
  /** Who wrote the texts, the most frequent first; absent in surveys of earlier versions. */
  authors: z.optional(z.array(z.object({ name: z.string(), texts: z.number() }))),
  /** Categories beyond those that are listed. */
  moreCategories: z.number(),
  /** The products in boxes, and those that affiliate links and short links lead to; absent where an earlier version counted. */
  products: z.optional(z.object({ boxes: z.number(), links: z.number(), names: z.array(z.string()) })),
  /** How many texts were imported before, by how they differ; absent where none was. */
  repeated: z.optional(
    z.object({ unchanged: z.number(), changed: z.number(), edited: z.number(), deleted: z.number() }),
  ),
  /** The menus with the labels of their entries; absent in surveys of earlier versions. */
  menus: z.optional(z.array(z.object({ slug: z.string(), name: z.string(), labels: z.array(z.string()) }))),
  samples: z.array(
    z.object({
      /** The old content as plain text. */
      before: z.string(),
      title: z.string(),
      excerpt: z.string(),
      /** Sanitised HTML. */
      html: z.string(),
      address: z.string(),
    }),
  ),
})
export type ImportSurvey = z.infer<typeof ImportSurvey>

export const ImportItem = z.object({
  id: z.number(),
  type: ItemType,
  name: z.string(),
  state: ItemState,
  target: z.nullable(z.string()),
  notes: z.array(z.string()),
})
export type ImportItem = z.infer<typeof ImportItem>

const notFound = 'Import not found'
const running = json('It is running', SiteImport)

export const listSiteImports = ownerRead('/site-imports', {
  summary: 'The files that can be imported, and the newest import of a site',
  responses: { 200: json('The imports', SiteImports) },
})

export const beginImportUpload = ownerWrite('POST', '/site-imports/uploads', {
  summary: 'Begin the upload of a file of an export in parts, or continue it',
  body: z.object({ name: ImportFileName, size: z.int().check(z.minimum(1)) }),
  purges: [],
  audit: 'Began to upload import file “…”',
  auditMerge: true,
  responses: {
    201: json('Its parts can be sent from `received` on', z.object({ id: z.string(), received: z.number() })),
    409: failure('The files of a running import cannot be changed'),
    413: failure('The files of an export are too large together, or too many'),
    507: failure('The disk has no room for it'),
  },
})

export const sendImportPart = ownerWrite('POST', '/site-imports/uploads/:id', {
  summary: 'The next part of a file of an export, as multipart/form-data of at most 4 MB',
  ...nextPart,
  purges: [],
  audit: 'Uploaded parts of an import file',
  auditMerge: true,
})

export const finishImportUpload = ownerWrite('POST', '/site-imports/uploads/:id/finish', {
  summary: 'End the upload of a file of an export',
  params: { id: UploadId },
  body: z.object({ name: ImportFileName }),
  notFound: uploadNotFound,
  purges: [],
  audit: 'Uploaded import file “…”',
  responses: { 201: json('It can be imported', ImportFile), 409: failure('Bytes are missing') },
})

export const cancelImportUpload = ownerWrite('DELETE', '/site-imports/uploads/:id', {
  summary: 'Delete what has arrived of an upload',
  params: { id: UploadId },
  notFound: uploadNotFound,
  purges: [],
  audit: 'Cancelled the upload of an import file',
  responses: { 200: json('Deleted', Empty) },
})

export const deleteImportFile = ownerWrite('DELETE', '/site-imports/files/:name', {
  summary: 'Delete an uploaded file of an export',
  params: { name: ImportFileName },
  notFound: 'File not found',
  purges: [],
  audit: 'Deleted import file “…”',
  responses: { 200: json('Deleted', Empty), 409: failure('The files of a running import cannot be changed') },
})

export const beginSiteImport = ownerWrite('POST', '/site-imports', {
  summary: 'Survey the uploaded files, a folder of the server or a WordPress; nothing of the site is changed',
  body: z.object({
    /** Null: the uploaded files. */
    folder: z.nullable(z.string().check(charactersUpTo(300), noNul())),
    /** The address of a WordPress that is read as its visitors read it, instead of files. */
    wordpress: z._default(
      webAddress({
        max: 300,
        message: 'Please enter an address such as https://old.example',
        isOptional: true,
        takesBareHost: true,
      }),
      '',
    ),
    /** The address of the old site, for exports that do not name it. */
    siteUrl: webAddress({
      max: 300,
      message: 'Please enter an address such as https://old.example',
      isOptional: true,
      takesBareHost: true,
    }),
    /** The sitemap of the old site, whose addresses are checked. */
    sitemap: z._default(
      webAddress({
        max: 1000,
        message: 'Please enter an address such as https://old.example/sitemap.xml',
        isOptional: true,
      }),
      '',
    ),
  }),
  idempotent: true,
  purges: [],
  audit: 'Began to survey import “…”',
  responses: {
    202: running,
    404: failure('There is no such folder'),
    409: failure('Another import is not finished'),
    422: failure('No file was uploaded'),
  },
})

export const beginArchiveImport = ownerWrite('POST', '/site-imports/archive', {
  stepUp: true,
  summary: 'Bring in the uploaded archive of a Dewlight as a whole; settings are replaced',
  idempotent: true,
  purges: [],
  audit: 'Began to bring in archive “…”',
  responses: {
    202: running,
    409: failure('The site has content, or another import is not finished'),
    422: failure('No archive was uploaded'),
  },
})

export const readImportSurvey = ownerRead('/site-imports/:id/survey', {
  summary: 'What an import makes of the old site, with samples',
  notFound,
  responses: { 200: json('The survey', ImportSurvey) },
})

export const listImportItems = ownerRead('/site-imports/:id/items', {
  summary: 'The items of an import that have notes, or one note',
  query: z.object({ note: z.optional(z.string().check(charactersUpTo(1000), noNul())), ...PageQuery.shape }),
  list: true,
  notFound,
  responses: { 200: json('The items', z.array(ImportItem)) },
})

export const downloadImportReport = ownerRead('/site-imports/:id/report', {
  summary: 'Each item of an import with what became of it',
  notFound,
  audit: 'Downloaded the report of import “…”',
  responses: { 200: csv('The report') },
})

export const saveImportChoices = ownerWrite('PUT', '/site-imports/:id/choices', {
  summary: 'Store the decisions about an import that waits for them',
  body: ImportChoices,
  notFound,
  idempotent: true,
  purges: [],
  audit: 'Changed the decisions about import “…”',
  auditMerge: true,
  responses: {
    200: json('Stored', SiteImport),
    409: failure('It does not wait for decisions'),
    422: failure('A category is gone'),
  },
})

export const confirmSiteImport = ownerWrite('POST', '/site-imports/:id/confirm', {
  summary: 'Carry out a surveyed import, or continue one that was stopped',
  notFound,
  idempotent: true,
  purges: [],
  audit: 'Began import “…”',
  responses: { 202: running, 409: failure('It cannot be carried out now') },
})

export const cancelSiteImport = ownerWrite('POST', '/site-imports/:id/cancel', {
  summary: 'Discard a survey, or stop an import after its current item',
  notFound,
  idempotent: true,
  purges: [],
  audit: 'Cancelled import “…”',
  responses: { 200: json('It is stopped', Empty), 409: failure('It does not run') },
})

export const undoSiteImport = ownerWrite('POST', '/site-imports/:id/undo', {
  summary: 'Take an import back as a whole, within 30 days',
  notFound,
  idempotent: true,
  purges: [],
  audit: 'Began to undo import “…”',
  responses: { 202: running, 409: failure('It cannot be undone') },
})
