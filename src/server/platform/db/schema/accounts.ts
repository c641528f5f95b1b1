import type { ColumnType, Generated } from 'kysely'
import type { Flag } from './columns.ts'

export type AccountsTables = {
  users: {
    id: Generated<number>
    username: string
    password_hash: string
    name: string
    bio: string
    image: string | null
    /** The demo account with the published password, until the password is changed. */
    is_demo: Flag
    created_at: string
  }
  sessions: {
    id: Generated<number>
    /** SHA-256 of the token in the cookie. */
    token_hash: string
    user_id: number
    /** Browser and platform, such as 'Chrome on Android'; never an IP address. */
    device: string
    created_at: string
    /** Accurate to a few minutes. */
    last_seen_at: string
    expires_at: string
    /** When the password, a code or a passkey was last given. */
    authenticated_at: ColumnType<string | null, string | null | undefined, string | null>
  }
  /** Failed sign-in attempts since the last successful one. */
  sign_in_attempts: {
    /** HMAC of a network, an account or a known browser. */
    subject: string
    count: number
    last_at: string
    waits_until: string
  }
  two_factor: {
    user_id: number
    /** Encrypted. */
    secret: string
    /** Null until a valid code has proved that the app has the secret. */
    confirmed_at: string | null
    /** The time step (RFC 6238) of the last used code; codes up to this step are rejected. */
    last_step: number
  }
  recovery_codes: { id: Generated<number>; user_id: number; code_hash: string; used_at: string | null }
  passkeys: {
    id: Generated<number>
    user_id: number
    credential_id: string
    /** COSE key in base64url. */
    public_key: string
    counter: number
    /** JSON array of strings. */
    transports: string
    name: string
    created_at: string
    last_used_at: string | null
    /** The host that it is bound to; null in rows of an older version until a public start or a use. */
    host: Generated<string | null>
  }
  passkey_challenges: { challenge: string; purpose: 'register' | 'sign-in'; expires_at: string }
  /** The link that creates the first account. */
  setup_links: { token_hash: string; expires_at: string }
  /** Links for a lost password. */
  password_resets: {
    id: Generated<number>
    /** SHA-256 of the token in the mail. */
    token_hash: string
    /** Null in the one row that stands for all unknown usernames. */
    user_id: number | null
    expires_at: string
  }
  /** The texts that the policies have had. */
  policy_versions: {
    id: Generated<number>
    page: 'privacy-policy' | 'affiliate-disclosure'
    /** The day since which it holds; a second one of a day ends in `-2`. */
    version: string
    /** SHA-256 of title and content. */
    hash: string
    title: string
    /** HTML. */
    content: string
    created_at: string
  }
  /** Log of changes in the admin and of security events. */
  audit_log: {
    id: Generated<number>
    /** Whose account it is; for a sign-in with an unknown username the first account. */
    user_id: number
    /** Method and path of the request below `/api`; of an event `EVENT` and its name. */
    method: string
    path: string
    /** The name of what was changed, if it has one. */
    subject: string
    at: string
    /** Events that were merged into this entry. */
    times: Generated<number>
    /** Equal for events of one kind that are merged. */
    merge_key: ColumnType<string | null, string | undefined, never>
  }
}
