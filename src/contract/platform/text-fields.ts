import * as z from 'zod/mini'
import { EMAIL_PATTERN, withAsciiDomain } from '../audience/email-address.ts'
import { isRefusedPicture, REFUSED_PICTURE } from './refused-pictures.ts'
import { trimTyped, typedText } from './typed-text.ts'
import { isPictureUrl, isWebUrl, toSecureUrl, withScheme } from './urls.ts'

/** At most `max` characters, with the sentence for a longer text. */
export function charactersUpTo(max: number) {
  return z.maxLength(max, `Please keep this under ${max} characters`)
}

/** At most `max` items of a list. */
export function itemsUpTo(max: number) {
  return z.maxLength(max, `Please choose at most ${max}`)
}

/** Takes a text as it was meant to be typed (`typed-text.ts`). */
export function typed() {
  return z.overwrite<string>(typedText)
}

/** A trimmed one-line text. Control characters have no place in a name or a subject, least of all in a mail header. */
export function line(min: number, max: number, tooShort: string) {
  return z.string({ error: 'Required' }).check(typed(), z.minLength(min, tooShort), charactersUpTo(max), oneLine())
}

/** A trimmed text of several lines. */
export function paragraph(min: number, max: number, tooShort: string) {
  return z.string({ error: 'Required' }).check(typed(), z.minLength(min, tooShort), charactersUpTo(max), noNul())
}

/** An e-mail address, trimmed, with a domain in ASCII; 254 characters is the longest that SMTP carries (RFC 5321, 4.5.3.1.3). */
export function emailAddress() {
  const message = 'Please enter a valid email address'
  return z.pipe(
    z.string({ error: 'Required' }).check(typed(), z.overwrite(withAsciiDomain)),
    z.email({ error: message, pattern: EMAIL_PATTERN }),
  )
}

type AddressField = { max: number; message: string; isOptional?: boolean }

/** The URL of another site, trimmed; where `takesBareHost`, `amzn.to/x` becomes `https://amzn.to/x`. */
export function webAddress({
  max,
  message,
  isOptional = false,
  takesBareHost = false,
}: AddressField & { takesBareHost?: boolean }) {
  return z.string({ error: 'Required' }).check(
    z.overwrite(trimTyped),
    z.overwrite(takesBareHost ? withScheme : (text) => text),
    charactersUpTo(max),
    wellFormed(),
    z.refine((text) => (isOptional && text === '') || isWebUrl(text), message),
  )
}

/** The URL of a picture on this or another site, trimmed; `http:` becomes `https:`. */
export function pictureAddress({ max, message, isOptional = false }: AddressField) {
  return storedPictureAddress({ max, message, isOptional }).check(
    z.refine((text) => !isRefusedPicture(text), REFUSED_PICTURE),
  )
}

/** The same for what may be stored already, of hosts whose pictures are refused now. */
export function storedPictureAddress({ max, message, isOptional = false }: AddressField) {
  return z.string({ error: 'Required' }).check(
    z.overwrite(trimTyped),
    z.overwrite(toSecureUrl),
    charactersUpTo(max),
    wellFormed(),
    z.refine((text) => (isOptional && text === '') || isPictureUrl(text), message),
  )
}

/** A field that no person sees: only a program fills it. Taken in whatever it holds, so that the program learns nothing. */
export function trap() {
  return z.optional(z.string())
}

function oneLine() {
  return z.refine<string>((value) => !/\p{Cc}/u.test(value), 'Invalid input')
}

/** PostgreSQL holds no NUL in a text, and no text that a person writes has one. */
export function noNul() {
  return z.refine<string>((value) => !value.includes('\0'), 'Invalid input')
}

/** Replaces lone surrogates, which no database stores. */
export function wellFormed() {
  return z.overwrite<string>((value) => value.toWellFormed())
}

/** A check whose sentence depends on the fault. */
export function sentence(faultOf: (text: string) => string | undefined) {
  return z.check<string>((context) => {
    const message = faultOf(context.value)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })
}

/** A timestamp with offset, within the range of every database. */
export function moment() {
  return z.iso.datetime({ offset: true, error: 'Invalid input' }).check(
    z.refine((text) => {
      const time = Date.parse(text)
      return time >= 0 && time < Date.parse('9999-01-01')
    }, 'Invalid input'),
  )
}
