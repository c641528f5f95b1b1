import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { charactersUpTo, line, sentence, typed, wellFormed } from '../platform/text-fields.ts'
import { trimTyped } from '../platform/typed-text.ts'
import type { MetaTag } from './meta-attributes.ts'
import { isPlainText, ROOT_FILE_BYTES_MAX, ROOT_FILES_MAX, rootFileNameFault } from './root-files.ts'
import {
  readMetaTag,
  type VerificationService,
  verificationServiceNames,
  verificationServices,
} from './verification-tags.ts'

/** How other services recognise the site as the owner's: stored as JSON under one key of the settings. */

export const FURTHER_TAGS_MAX = 10
const TOKEN_MAX = 128

/** The names of tags that the home page has already, or that change how it is read. */
const ownTags =
  /^(?:description|robots|googlebot|bingbot|viewport|referrer|color-scheme|theme-color|generator|twitter:.*)$/

/** Takes the bare token or the whole tag as pasted, and keeps the token; '' for none. */
function tokenOf(service: VerificationService) {
  const { label, tag } = verificationServices[service]
  return z.pipe(
    z.string({ error: 'Required' }).check(
      z.overwrite(trimTyped),
      charactersUpTo(1000),
      sentence((text) => {
        if (!/^(?:<|&lt;|&#)/i.test(text)) return undefined
        return readMetaTag(text)?.name === tag ? undefined : `That is not the tag of ${label}`
      }),
    ),
    z.pipe(
      z.transform((text: string) => (/^(?:<|&)/.test(text) ? (readMetaTag(text)?.content ?? '<') : text)),
      z
        .string()
        .check(
          charactersUpTo(TOKEN_MAX),
          z.regex(/^[\w.+/=-]*$/, `Please paste the tag of ${label}, or the token in it`),
        ),
    ),
  )
}

const tokens = {
  google: tokenOf('google'),
  bing: tokenOf('bing'),
  pinterest: tokenOf('pinterest'),
  facebook: tokenOf('facebook'),
  impact: tokenOf('impact'),
} satisfies Record<VerificationService, z.ZodMiniType<string, string>>

const FurtherTag = z.object({
  name: z.string({ error: 'Required' }).check(
    typed(),
    z.toLowerCase(),
    z.minLength(1, 'Please give the tag its name'),
    charactersUpTo(80),
    z.regex(/^[a-z0-9:._-]*$/, 'A name has letters, digits, colons, dots, hyphens and underscores'),
    sentence((name) => {
      const service = verificationServiceNames.find((key) => verificationServices[key].tag === name)
      if (service) return `Please use the field of ${verificationServices[service].label}`
      return ownTags.test(name) ? `This site makes the tag ${name} itself` : undefined
    }),
  ),
  content: line(1, 300, 'Please paste the content of the tag').check(wellFormed()),
})

const RootFile = z.object({
  name: z.string({ error: 'Required' }).check(z.overwrite(trimTyped), sentence(rootFileNameFault)),
  content: z.string({ error: 'Required' }).check(
    z.minLength(1, 'Please paste the content of the file, or drop the file here'),
    z.refine(
      (text) => new TextEncoder().encode(text).length <= ROOT_FILE_BYTES_MAX,
      'Please keep the file under 10 kB',
    ),
    z.refine(isPlainText, 'Please choose a text file'),
  ),
})
export type RootFile = z.infer<typeof RootFile>

/** Each name once, also where only its case differs. */
function namedOnce<Named extends { name: string }>(message: string) {
  return z.check<Named[]>((context) => {
    const known = new Set<string>()
    for (const [index, { name }] of context.value.entries()) {
      const folded = name.toLowerCase()
      if (known.has(folded)) context.issues.push({ code: 'custom', message, input: name, path: [index, 'name'] })
      known.add(folded)
    }
  })
}

export const VerificationInput = z.strictObject({
  ...tokens,
  tags: z
    .array(FurtherTag)
    .check(
      z.maxLength(FURTHER_TAGS_MAX, `Please keep to ${FURTHER_TAGS_MAX} further tags`),
      namedOnce('This tag is there already'),
    ),
  files: z
    .array(RootFile)
    .check(
      z.maxLength(ROOT_FILES_MAX, `Please keep to ${ROOT_FILES_MAX} files`),
      namedOnce('This file is there already'),
    ),
  /** Whether the site serves a `security.txt` with the email of the contact page. */
  securityTxt: z.boolean({ error: 'Required' }),
})
export type Verification = z.infer<typeof VerificationInput>

/** The stored value. What is invalid counts as not there, so that pages still render. */
const valid = <Item>(schema: z.ZodMiniType<Item>) =>
  z.catch(
    z._default(
      z.pipe(
        z.array(z.unknown()),
        z.transform((items) => items.flatMap((item) => schema.safeParse(item).data ?? [])),
      ),
      [],
    ),
    [],
  )
const token = (service: VerificationService) => z.catch(z._default(tokens[service], ''), '')
export const StoredVerification = z.object({
  google: token('google'),
  bing: token('bing'),
  pinterest: token('pinterest'),
  facebook: token('facebook'),
  impact: token('impact'),
  tags: valid(FurtherTag),
  files: valid(RootFile),
  securityTxt: z.catch(z._default(z.boolean(), false), false),
})

/** The meta tags of the home page. */
export function verificationTagsOf(verification: Verification): MetaTag[] {
  const ofServices = verificationServiceNames.map((key) => ({
    name: verificationServices[key].tag as string,
    content: verification[key],
  }))
  return [...ofServices.filter(({ content }) => content !== ''), ...verification.tags]
}

/** `version` counts the changes and is the ETag for `If-Match`. `email` is that of the contact page, '' without one. */
export const EditableVerification = z.object({
  verification: VerificationInput,
  email: z.string(),
  version: z.number(),
})
export type EditableVerification = z.infer<typeof EditableVerification>

/** The 409 for a change based on an older version, with what is stored now. */
const VerificationConflict = z.object({ message: z.string(), current: EditableVerification })

export const findVerification = ownerRead('/verification', {
  summary: 'The verification tags and root files to edit, with their version',
  versioned: true,
  responses: { 200: json('The verification', EditableVerification) },
})

export const listHomePageTags = ownerRead('/verification/home-page', {
  summary: 'The meta tags with a name that the home page has now, rendered in process',
  responses: { 200: json('The tags', z.array(z.object({ name: z.string(), content: z.string() }))) },
})

export const saveVerification = ownerWrite('PUT', '/verification', {
  summary: 'Replace the verification tags and root files; with `If-Match`, only if they are still of that version',
  body: VerificationInput,
  ifMatch: true,
  idempotent: true,
  versioned: true,
  purges: ['settings'],
  audit: 'Changed the verification of the site',
  responses: {
    200: json('The verification after the change', EditableVerification),
    409: json('It was changed since that version; `current` is its present state', VerificationConflict),
  },
})
