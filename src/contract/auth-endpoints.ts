import * as z from 'zod/mini'
import { PasswordChange, PasswordCheck, ProfileInput, SessionEntry, SetupInput } from './account.ts'
import { LoginInput, User } from './auth.ts'
import { type Endpoint, errorResponse, found, nothing, writeErrors } from './endpoint.ts'
import { Passkey, PasskeyInput, PasskeyName, PasskeyOptions, PasskeySignIn, SignInMethods } from './passkeys.ts'
import { Id } from './paths.ts'
import { RecoveryCodes, TwoFactor, TwoFactorCode, TwoFactorSetup } from './two-factor.ts'

const { 422: _, ...refusals } = writeErrors
const session = z.object({ user: User })
const wrongPassword = {
  ...refusals,
  400: errorResponse('A field is missing, or the password is wrong; `issues` says which'),
}
const id = { id: Id }

export const authEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/auth/user',
    summary: 'The signed-in user',
    responses: { ...found('The user', User), 401: errorResponse('Nobody is signed in') },
  },
  {
    method: 'get',
    path: '/auth/methods',
    summary: 'Which ways to sign in there are beside the password',
    responses: found('The ways', SignInMethods),
  },
  {
    method: 'post',
    path: '/auth/login',
    summary: 'Sign in; sets the session cookie',
    body: LoginInput,
    responses: {
      ...found('Signed in', session),
      ...refusals,
      401: errorResponse(
        'Invalid username or password; with `needs: "code"` both are right and a code is missing or wrong',
      ),
    },
  },
  {
    method: 'post',
    path: '/auth/passkey-login/options',
    summary: 'A challenge for signing in with a passkey, good once within 5 minutes',
    responses: { ...found('WebAuthn’s request options', PasskeyOptions), 429: refusals[429] },
  },
  {
    method: 'post',
    path: '/auth/passkey-login',
    summary: 'Sign in with a passkey; sets the session cookie',
    body: PasskeySignIn,
    responses: { ...found('Signed in', session), ...refusals, 401: errorResponse('The passkey was not accepted') },
  },
  { method: 'post', path: '/auth/logout', summary: 'Sign out', responses: found('Signed out', nothing) },
  {
    method: 'post',
    path: '/auth/setup',
    summary: 'Make the first account, with the link that the first start printed; sets the session cookie',
    body: SetupInput,
    responses: {
      201: { description: 'Made, and signed in', body: session },
      ...refusals,
      403: errorResponse('The link is not valid any more'),
    },
  },
  { method: 'get', path: '/auth/profile', owner: true, summary: 'The account', responses: found('It', ProfileInput) },
  {
    method: 'put',
    path: '/auth/profile',
    owner: true,
    summary: 'Change username, name and bio',
    body: ProfileInput,
    idempotent: true,
    responses: { ...found('The profile', ProfileInput), ...writeErrors },
  },
  {
    method: 'put',
    path: '/auth/password',
    owner: true,
    summary: 'Change the password; ends all other sessions',
    body: PasswordChange,
    responses: { ...found('Changed', nothing), ...wrongPassword },
  },
  {
    method: 'get',
    path: '/auth/sessions',
    owner: true,
    summary: 'Where the owner is signed in, the last used first',
    responses: found('The sessions', z.array(SessionEntry)),
  },
  {
    method: 'delete',
    path: '/auth/sessions',
    owner: true,
    summary: 'End all sessions but the one that asks',
    responses: found('Ended', nothing),
  },
  {
    method: 'delete',
    path: '/auth/sessions/:id',
    owner: true,
    summary: 'End one session',
    params: id,
    responses: { ...found('Ended', nothing), 404: errorResponse('No such session') },
  },
  {
    method: 'get',
    path: '/auth/two-factor',
    owner: true,
    summary: 'Whether two-step verification is on',
    responses: found('Its state', TwoFactor),
  },
  {
    method: 'post',
    path: '/auth/two-factor',
    owner: true,
    summary: 'Begin to turn it on: a secret for the authenticator app',
    body: PasswordCheck,
    responses: {
      201: { description: 'The secret', body: TwoFactorSetup },
      ...wrongPassword,
      409: errorResponse('It is on already'),
    },
  },
  {
    method: 'put',
    path: '/auth/two-factor',
    owner: true,
    summary: 'Turn it on with a code of the app',
    body: TwoFactorCode,
    responses: {
      ...found('Recovery codes, this once', RecoveryCodes),
      ...refusals,
      409: errorResponse('It is on already'),
    },
  },
  {
    method: 'post',
    path: '/auth/two-factor/recovery-codes',
    owner: true,
    summary: 'New recovery codes in place of all earlier ones',
    body: PasswordCheck,
    responses: {
      201: { description: 'The codes, this once', body: RecoveryCodes },
      ...wrongPassword,
      409: errorResponse('It is off'),
    },
  },
  {
    method: 'post',
    path: '/auth/two-factor/removal',
    owner: true,
    summary: 'Turn it off',
    body: PasswordCheck,
    responses: { ...found('It is off', nothing), ...wrongPassword },
  },
  {
    method: 'get',
    path: '/auth/passkeys',
    owner: true,
    summary: 'The owner’s passkeys',
    responses: found('The passkeys', z.array(Passkey)),
  },
  {
    method: 'post',
    path: '/auth/passkeys/options',
    owner: true,
    summary: 'A challenge for a new passkey, good once within 5 minutes',
    body: PasswordCheck,
    responses: { ...found('WebAuthn’s creation options', PasskeyOptions), ...wrongPassword },
  },
  {
    method: 'post',
    path: '/auth/passkeys',
    owner: true,
    summary: 'Register a passkey',
    body: PasskeyInput,
    responses: { 201: { description: 'Registered', body: Passkey }, ...refusals },
  },
  {
    method: 'put',
    path: '/auth/passkeys/:id',
    owner: true,
    summary: 'Rename a passkey',
    params: id,
    body: PasskeyName,
    responses: { ...found('The passkey', Passkey), ...refusals, 404: errorResponse('No such passkey') },
  },
  {
    method: 'delete',
    path: '/auth/passkeys/:id',
    owner: true,
    summary: 'Delete a passkey; it signs in no more',
    params: id,
    responses: { ...found('Deleted', nothing), 404: errorResponse('No such passkey') },
  },
]
