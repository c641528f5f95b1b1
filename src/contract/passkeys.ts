import * as z from 'zod/mini'
import { line } from './text-fields.ts'

/** Passkeys (WebAuthn). What browser and authenticator say to each other is checked by the library on both ends. */

export const Passkey = z.object({
  id: z.number(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
})
export type Passkey = z.infer<typeof Passkey>

export const PasskeyName = z.object({ name: line(1, 60, 'Please name this passkey') })
export type PasskeyName = z.infer<typeof PasskeyName>

const text = z.string().check(z.maxLength(20_000))
const credential = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
}

/** What the browser answers to the options of a registration. */
export const PasskeyInput = z.extend(PasskeyName, {
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: text,
      attestationObject: text,
      transports: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10))),
    }),
  }),
})
export type PasskeyInput = z.infer<typeof PasskeyInput>

/** What the browser answers to the options of a sign-in. */
export const PasskeySignIn = z.object({
  response: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: z.optional(text),
    }),
  }),
})
export type PasskeySignIn = z.infer<typeof PasskeySignIn>

/** Options for the browser, as WebAuthn's JSON. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() })

/** Which ways to sign in there are beside the password. */
export const SignInMethods = z.object({ passkey: z.boolean() })
export type SignInMethods = z.infer<typeof SignInMethods>
