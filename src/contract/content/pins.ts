import * as z from 'zod/mini'
import { file, json, ownerRead } from '../platform/endpoint.ts'
import { charactersUpTo, noNul } from '../platform/text-fields.ts'

/** Layouts of the pin of 1000 x 1500 that is drawn for a post. */
export const pinLayouts = {
  below: 'Title below the picture',
  over: 'Title on a card over the picture',
  framed: 'Title above a framed picture',
} as const

export type PinLayout = keyof typeof pinLayouts
export const pinLayoutNames = Object.keys(pinLayouts) as [PinLayout, ...PinLayout[]]
export const PinLayout = z.enum(pinLayoutNames, 'Please choose a layout of the list')

/** A layout as it is stored; null for none and for one that this version does not know. */
export function toPinLayout(stored: string | null): PinLayout | null {
  return PinLayout.safeParse(stored).data ?? null
}

/** The attributes by which the owner says for one picture of a body what its pin is. */
export const ownPinAttributes = ['data-pin-description', 'data-pin-media', 'data-pin-nopin'] as const

const drawnTexts = {
  title: z.string().check(charactersUpTo(200), noNul()),
  label: z._default(z.string().check(charactersUpTo(100), noNul()), ''),
}

export const previewPin = ownerRead('/pin-preview', {
  summary: 'The pin of 1000 x 1500 that would be drawn for a title and a picture of the media library',
  query: z.object({
    ...drawnTexts,
    layout: PinLayout,
    image: z._default(z.string().check(charactersUpTo(2000), noNul()), ''),
  }),
  responses: { 200: file('A JPEG', 'image/jpeg') },
})

export const checkPinText = ownerRead('/pin-text-check', {
  summary: 'The characters that a pin and a share image leave out, since no font of the server has them',
  query: z.object(drawnTexts),
  responses: { 200: json('Each character once', z.object({ missing: z.array(z.string()) })) },
})
