import * as z from 'zod/mini'
import { AppearanceInput } from '../../../contract/accounts/appearance.ts'
import { SettingsInput } from '../../../contract/accounts/settings.ts'

/** The settings of the welcome form, and the palette. */
export const WelcomeInput = z.extend(
  z.required(z.pick(SettingsInput, { brand: true, tagline: true, email: true, timeZone: true, currency: true })),
  { palette: AppearanceInput.shape.palette },
)
export type WelcomeInput = z.infer<typeof WelcomeInput>
