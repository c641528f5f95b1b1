import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { mapSettings } from './setting-fields.ts'
import { Settings } from './site.ts'

/** A change of any settings; absent ones stay as they are. */
export const SettingsInput = z.strictObject(mapSettings(({ input }) => z.optional(input)))
export type SettingsInput = z.infer<typeof SettingsInput>

/** The settings in the admin; `version` counts their changes and is the ETag for `If-Match`. */
export const EditableSettings = z.object({ settings: Settings, defaults: Settings, version: z.number() })
export type EditableSettings = z.infer<typeof EditableSettings>

/** The 409 for a change based on an older version, with the current settings. */
export const SettingsConflict = z.object({ message: z.string(), current: EditableSettings })
export type SettingsConflict = z.infer<typeof SettingsConflict>

export const findSettings = ownerRead('/settings', {
  summary: 'The settings to edit, with their defaults and their version',
  versioned: true,
  responses: { 200: json('The settings', EditableSettings) },
})

export const saveSettings = ownerWrite('PUT', '/settings', {
  stepUp: ['email'],
  summary: 'Change any of the settings; with `If-Match`, only if they are still of that version',
  body: SettingsInput,
  ifMatch: true,
  idempotent: true,
  versioned: true,
  purges: ['settings'],
  softPurge: true,
  audit: 'Changed settings: …',
  responses: {
    200: json('The settings after the change', EditableSettings),
    409: json('They were changed since that version; `current` is their present state', SettingsConflict),
  },
})
